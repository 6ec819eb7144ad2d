// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.program.OpKind;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.run.TwinRun;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.verdict.Verdict;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.Exchanges.Ring;
import fairlead.workload.pattern.Generator.Switches;
import fairlead.workload.pattern.Traffic.Background;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to threads on the twin: they arrive in both modes, and each flaw breaks the condition that it names. */
@Tag("M-391")
@Tag("M-440")
@Tag("M-447")
@Tag("M-441")
@Tag("M-533")
class DeviceMessagesTest {
    private static final int MESSAGES = 300;
    private static final int MANY = 100_000;

    private static DeviceMessages messages(DeviceMode mode, DeviceFlaw flaw, Background beside) {
        return messages(mode, MESSAGES, flaw, beside);
    }

    private static DeviceMessages messages(DeviceMode mode, int count, DeviceFlaw flaw, Background beside) {
        int most = DeviceMessage.MOST_BYTES;
        return new DeviceMessages(mode.threads(), 4, count, most, 0, 100, DevicePolling.LOCK, flaw, beside);
    }

    private static TwinRun play(Program program, MachineConfig machine, ExecutorOptions options) {
        return new TwinRun(program, machine, options, true);
    }

    private static TwinRun play(DeviceMessages messages, long seed, int quantum, long cycles) {
        MachineConfig machine = messages.machine(new Shape(2, 2, 2), 16, seed);
        return play(messages.build(machine, seed), machine, ExecutorOptions.of(quantum, cycles));
    }

    private static TwinRun play(DeviceMessages messages, long seed, int quantum) {
        return play(messages, seed, quantum, 4_000_000);
    }

    private static Map<?, ?> broken(TwinRun result) {
        return (Map<?, ?>) result.verdict("device_delivery").extra().get("broken");
    }

    @ParameterizedTest
    @EnumSource
    void everyMessageIsInTheBufferOfItsThread(DeviceMode mode) {
        for (long seed = 1; seed <= 3; seed++) {
            DeviceMessages messages = messages(mode, DeviceFlaw.NONE, null);
            TwinRun result = play(messages, seed, 64);
            Verdict verdict = result.verdict("device_delivery");
            assertTrue(result.report().holds(), result.report().verdicts() + ", seed " + seed);
            assertTrue(result.execution().isClean(), "seed " + seed);
            assertEquals(MESSAGES, verdict.checked());
            assertEquals(0L, verdict.extra().get("copies"));
            long bytes = messages.build(messages.machine(new Shape(2, 2, 2), 16, seed), seed).operations().stream()
                    .filter(op -> op.kind() == OpKind.DEVICE_SEND)
                    .mapToLong(op -> op.length())
                    .sum();
            assertEquals(bytes, verdict.extra().get("bytes"), "bytes written at the memory ports");
            assertTrue((long) verdict.extra().get("locks_wasted") > 0);
            assertTrue((long) verdict.extra().get("delayed") > 0);
            assertTrue((long) verdict.extra().get("longest_hold") > 0);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void eachFlawBreaksTheConditionThatItNames(DeviceFlaw flaw) {
        for (DeviceMode mode : DeviceMode.values()) {
            TwinRun result = play(messages(mode, flaw, null), 1, 64);
            Set<Object> more = new HashSet<>(broken(result).keySet());
            assertTrue(more.remove(flaw.breaks()), flaw + ": " + broken(result));
            more.remove(flaw == DeviceFlaw.INTERLEAVED ? "whole" : "");
            assertEquals(Set.of(), more, flaw + ": " + broken(result));
            assertEquals(false, result.verdict("device_delivery").holds());
        }
    }

    /** The run ends by itself, and the verdict says who waits for whom. */
    @Test
    void aThreadThatNeverEntersItsLoopIsNamedByTheVerdictOnDeadlock() {
        for (int quantum : new int[] {64, 1000}) {
            TwinRun result = play(messages(DeviceMode.SMP, DeviceFlaw.ABSENT, null), 1, quantum);
            Verdict verdict = result.verdict("deadlock_freedom");
            assertEquals(false, verdict.holds());
            assertEquals("software_wait", verdict.extra().get("kind"));
            assertTrue(
                    verdict.detail()
                            .contains("node 1 thread 0 waits for thread 1, whose message is at the head and who is not"
                                    + " in the receive loop"),
                    verdict.detail());
            assertTrue(verdict.detail().contains("the daemon of node 0 waits for room"), verdict.detail());
            assertEquals(
                    play(messages(DeviceMode.SMP, DeviceFlaw.ABSENT, null), 1, 64)
                            .report()
                            .eventSha256(),
                    result.report().eventSha256());
        }
    }

    /** The run comes to rest, and the verdicts say who is kept from the lock, by whom and how long. */
    @Test
    void aThreadThatNeverGetsTheLockIsNamedByTheVerdictOnDeadlock() {
        for (DeviceMode mode : DeviceMode.values()) {
            TwinRun result = play(messages(mode, DeviceFlaw.BARGES, null), 5, 64);
            Verdict verdict = result.verdict("deadlock_freedom");
            assertEquals(false, verdict.holds());
            assertEquals("starvation", verdict.extra().get("kind"));
            assertTrue(
                    verdict.detail()
                            .matches("starvation: .*node \\d+ thread \\d+ waits for the lock for \\d+ cycles,"
                                    + " bound 46400, with its message at the head: it was refused \\d+ times, and meanwhile"
                                    + " thread \\d+ had it \\d+ times.*messages are not delivered.*"),
                    verdict.detail());
        }
    }

    @Test
    void trafficOnTheTorusBesideChangesNoMessage() {
        TwinRun result = play(messages(DeviceMode.DUAL, DeviceFlaw.NONE, new Background(0.3, 5, 4000)), 2, 64);
        assertTrue(result.report().holds(), result.report().verdicts().toString());
        assertEquals(MESSAGES, result.verdict("device_delivery").checked());
        assertEquals(true, result.verdict("data_integrity").holds());
        assertTrue(result.report().metrics().packets() > 500);
    }

    @Test
    void aProgramWithoutMessagesHasNoSuchVerdict() {
        MachineConfig machine = MachineConfig.of(new Shape(2, 1, 1)).build();
        Program program = new Ring(1, 64, Switches.ALL).build(machine, 1);
        TwinRun result = play(program, machine, ExecutorOptions.of(64, 100_000));
        assertEquals(7, result.report().verdicts().size());
        assertNull(program.operations().stream()
                .filter(op -> op.kind().isDevice())
                .findAny()
                .orElse(null));
    }

    private static void refused(String told, Consumer<ProgramBuilder> adds) {
        ProgramBuilder program = new ProgramBuilder("test", new Shape(3, 1, 1), Collections.nCopies(3, 5), 1 << 14);
        program.windows().everywhere("all", 1 << 13);
        program.classRoute(List.of(0, 1));
        adds.accept(program);
        ProgramException thrown = assertThrows(ProgramException.class, program::build, told);
        assertTrue(thrown.getMessage().contains(told), thrown.getMessage());
    }

    @Test
    void aProgramThatNoMachineCanServeIsRefused() {
        refused("has 1 messages more than receives", p -> p.task(0, 0).add(Ops.deviceSend(1, 2, 0, 8, 0)));
        refused("has 1 receives more than messages", p -> p.task(1, 2).add(Ops.deviceReceive(64, 2048, 0, 9)));
        refused("node 1 has no thread 4", p -> p.task(0, 0).add(Ops.deviceSend(1, 4, 0, 8, 0)));
        refused("a message has 8 to 1792 bytes", p -> p.task(0, 0).add(Ops.deviceSend(1, 0, 0, 12, 0)));
        refused("no other node 0", p -> p.task(0, 0).add(Ops.deviceSend(0, 0, 0, 8, 0)));
        refused("members of class route 0", p -> p.task(0, 0).add(Ops.deviceSend(2, 0, 0, 8, 0)));
        refused("the device serves tasks 0 to 3", p -> p.task(1, 4).add(Ops.deviceReceive(64, 2048, 0, 9)));
        refused("share one slot", p -> {
            p.task(1, 0).add(Ops.deviceReceive(64, 2048, 0, 9));
            p.task(1, 1).add(Ops.deviceReceive(64, 2048, 8, 9));
        });
        refused("an I/O node sends and does not receive", p -> {
            p.task(0, 0).add(Ops.deviceSend(1, 0, 0, 8, 0));
            p.task(1, 0).add(Ops.deviceReceive(64, 2048, 0, 9));
            p.task(1, 1).add(Ops.deviceSend(0, 1, 0, 8, 0));
            p.task(0, 1).add(Ops.deviceReceive(64, 2048, 0, 9));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void anyNumberOfThreadsIsServed(int threads) {
        DeviceMessages messages =
                new DeviceMessages(threads, 2, 100, 512, 200, 50, DevicePolling.LOCK, DeviceFlaw.NONE, null);
        TwinRun result = play(messages, 3, 64);
        assertTrue(result.report().holds(), result.report().verdicts().toString());
        assertEquals(100, result.verdict("device_delivery").checked());
    }

    @Test
    void aMessageThatNoInjectionFifoHoldsIsRefused() {
        String yaml = "{schema: fairlead.scenario/1, machine: {shape: [2, 2, 2], collective: {injection: 2}},"
                + " workload: {kind: device, messages: 60, max_bytes: %d}}";
        Scenario fits = ScenarioReader.parse(yaml.formatted(256), "x", "x", List.of());
        assertEquals(2, fits.machineFor(fits.program()).collective().injection());
        Scenario longer = ScenarioReader.parse(yaml.formatted(1792), "x", "x", List.of());
        BadInput e = assertThrows(BadInput.class, () -> longer.machineFor(longer.program()));
        String line = e.lines().get(0);
        assertTrue(line.contains("machine.collective.injection = 2"), line);
        assertTrue(line.contains("an injection FIFO holds a whole message"), line);
    }

    /** Five reactions of slow software under a lock that others ask for take longer than 40,000 cycles. */
    @Tag("slow")
    @Test
    void slowSoftwareIsNotTakenForAStandstill() {
        String yaml = "{schema: fairlead.scenario/1, seed: 1017, engine: model, machine: {shape: [2, 2, 2],"
                + " memory_bytes: 1048576, latency: {software: 1990, tree: 3}, collective: {link_depth: 1, injection:"
                + " 8, reception: 5}}, workload: {kind: device, mode: dual, io_ratio: 2, messages: 60, timeout: 212}}";
        Scenario scenario = ScenarioReader.parse(yaml, "x", "x", List.of());
        Program program = scenario.program();
        TwinRun result = play(program, scenario.machineFor(program), ExecutorOptions.of(64, 1_000_000));
        assertTrue(result.report().holds(), result.report().verdicts().toString());
        assertEquals(60, result.verdict("device_delivery").checked());
    }

    // ---- 100,000 messages to random threads with traffic on the torus, and the claim as it is written

    private static TwinRun many(DeviceMode mode, DeviceFlaw flaw, Background beside, long seed) {
        return play(messages(mode, MANY, flaw, beside), seed, 64, Long.MAX_VALUE);
    }

    /** Packets of the torus are born in each of the 7 million cycles that the messages take. */
    @Tag("slow")
    @Tag("M-443")
    @ParameterizedTest
    @EnumSource
    void noneIsLostMisdeliveredOrCopied(DeviceMode mode) {
        TwinRun result = many(mode, DeviceFlaw.NONE, new Background(0.05, 5, 7_000_000), 1);
        Verdict verdict = result.verdict("device_delivery");
        assertTrue(result.report().holds(), result.report().verdicts().toString());
        assertTrue(result.execution().isClean());
        assertEquals(MANY, verdict.checked());
        assertEquals(0L, verdict.extra().get("copies"));
        assertTrue(
                result.report().metrics().packets() > 500_000,
                "traffic beside: " + result.report().metrics());
    }

    @Tag("slow")
    @Tag("M-443")
    @ParameterizedTest
    @EnumSource
    void theLiteralClaimFailsWithinAThousandMessages(DeviceMode mode) {
        for (long seed = 1; seed <= 10; seed++) {
            Verdict verdict = many(mode, DeviceFlaw.LITERAL, null, seed).verdict("device_delivery");
            assertEquals(false, verdict.holds(), "seed " + seed);
            assertTrue(((Map<?, ?>) verdict.extra().get("broken")).containsKey("header_once"), verdict.toString());
            assertTrue((long) verdict.extra().get("delivered_before") < 1000, verdict + ", seed " + seed);
        }
    }
}
