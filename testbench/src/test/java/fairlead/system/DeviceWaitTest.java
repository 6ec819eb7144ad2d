// SPDX-License-Identifier: Apache-2.0
package fairlead.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.DeviceBounds;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sound programs of the shared device with slow software and short time-outs, on the twin. What threads do between two
 * tries takes software latencies, so threads that ask in step could find the lock taken for ever.
 */
@Tag("lab")
@Tag("M-449")
@Tag("M-683")
class DeviceWaitTest {
    private static final int MESSAGES = 60;

    private static final int DRAWN = 60;

    /** A program that is drawn from its seed. */
    private record Drawn(long seed, DeviceMode mode, int software, int timeout) {
        static Drawn of(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            DeviceMode mode = random.nextBoolean() ? DeviceMode.SMP : DeviceMode.DUAL;
            int software = 16 + random.nextInt(2000);
            int timeout = 20 + random.nextInt(random.nextBoolean() ? 100 : 2000);
            return new Drawn(seed, mode, software, timeout);
        }

        /** Plays it; returns the cycles by which the longest delay is below the bound of threads that look first. */
        long play(int count, DevicePolling polling) {
            DeviceMessages messages = new DeviceMessages(
                    mode.threads(), 4, count, DeviceMessage.MOST_BYTES, 0, timeout, polling, DeviceFlaw.NONE, null);
            MachineConfig machine = messages.machine(new Shape(2, 2, 2), software, seed);
            RunPlan plan = new RunPlan(
                    "device",
                    messages.build(machine, seed),
                    machine,
                    new ModelEngineFactory(),
                    EngineOptions.DEFAULT,
                    ExecutorOptions.of(64, 20_000_000),
                    Map.of());
            RunResult result = new Session(plan).run(executor -> {});
            assertTrue(result.report().holds() && result.execution().isClean(), () -> this + ": " + Runs.text(result));
            Object longest =
                    Runs.verdicts(result).get("device_delivery").extra().get("longest_delay");
            return DeviceBounds.delay(machine, timeout) - (long) longest;
        }
    }

    private static void play(long seed) {
        Drawn.of(seed).play(MESSAGES, DevicePolling.LOCK);
    }

    /** Each of these was stuck while the waits of threads differed by 8 cycles at most. */
    @ParameterizedTest
    @ValueSource(longs = {35, 84, 85, 88, 131, 164, 184, 221, 235})
    void threadsThatAskInStepGetTheLock(long seed) {
        play(seed);
    }

    /** The lock is not fair: in this run a thread was refused it for 64 software latencies. */
    @Test
    void aThreadThatIsRefusedAgainAndAgainGetsTheLock() {
        new Drawn(1002, DeviceMode.DUAL, 1437, 53).play(300, DevicePolling.LOCK);
    }

    /** The delay of threads that look at the slot has a bound, and that of the others exceeds it in most programs. */
    @Test
    void theDelayHasABoundWhereThreadsLookAtTheSlotFirst() {
        int exceeded = 0;
        for (long seed = 1; seed <= DRAWN; seed++) {
            Drawn drawn = Drawn.of(seed);
            long below = drawn.play(MESSAGES, DevicePolling.SLOT);
            assertTrue(below >= 0, () -> drawn + ": the bound is exceeded by " + -below + " cycles");
            exceeded += drawn.play(MESSAGES, DevicePolling.LOCK) < 0 ? 1 : 0;
        }
        assertTrue(exceeded > DRAWN / 2, "exceeded without a look: " + exceeded);
    }

    @Test
    @Tag("slow")
    void everyThreadGetsItsMessages() {
        for (long seed = 1; seed <= 3000; seed++) {
            play(seed);
        }
    }
}
