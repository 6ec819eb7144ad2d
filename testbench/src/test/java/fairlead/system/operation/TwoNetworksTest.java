// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.support.Runs;
import fairlead.support.TwoNetworks;
import fairlead.support.TwoNetworks.Ended;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Torus and collective network loaded as fast as software can: each alone, both together, and each of them while the
 * other one is blocked for ever. What the torus does is the same to the cycle. Calls share the host port of their node
 * with the puts of other tasks, and nothing else.
 */
@Tag("lab")
@Tag("M-530")
@Tag("M-531")
@Tag("M-821")
class TwoNetworksTest {
    private static final double PORT = 1.02; // greatest share by which puts at the host port delay the calls
    private static final long LATE = 500; // cycle from which on calls find a torus that has been blocked
    private static final Unsafe TURN = Unsafe.everywhere(UnsafeVariant.TREE_TURN);
    private static final Unsafe TREE_LEAK = new Unsafe(UnsafeVariant.TREE_CREDIT_LEAK, Unsafe.ALL_NODES, 0);
    private static final Unsafe ONE_VC = Unsafe.everywhere(UnsafeVariant.ONE_VC);
    private static final Unsafe LEAK = new Unsafe(UnsafeVariant.CREDIT_LEAK, Unsafe.ALL_NODES, 0);

    private static EngineFactory lab() {
        return new RtlEngineFactory(RtlOptions.of("lab"));
    }

    private static TwoNetworks load(Shape shape, int puts, int calls) {
        TwoNetworks load = new TwoNetworks(shape);
        load.puts = puts;
        load.calls = calls;
        return load;
    }

    private static Verdict deadlock(Ended run) {
        return Runs.verdicts(run.result()).get("deadlock_freedom");
    }

    private static Ended show(String name, Ended run) {
        System.out.println(name + ": " + run.puts() + " puts until " + run.putsUntil() + ", " + run.calls()
                + " calls until " + run.callsUntil());
        return run;
    }

    /** Returns what has ended with both loads, each alone and together, on one engine. */
    private static List<Ended> sound(Shape shape, int puts, int calls, EngineFactory engine, String name) {
        Ended torus = show(name + ", torus alone", load(shape, puts, 0).run(engine));
        Ended tree =
                show(name + ", collective network alone", load(shape, 0, calls).run(engine));
        Ended both = show(name + ", both", load(shape, puts, calls).run(engine));
        assertTrue(both.result().execution().isClean(), Runs.text(both.result()));
        assertEquals(true, deadlock(both).holds(), Runs.text(both.result()));
        assertEquals("none", deadlock(both).extra().get("kind"));
        assertEquals("static", deadlock(both).extra().get("evidence"));
        assertEquals(List.of(torus.puts(), torus.putsUntil()), List.of(both.puts(), both.putsUntil()));
        assertEquals(tree.calls(), both.calls());
        assertPort(tree.callsUntil(), both.callsUntil());
        return List.of(torus, tree, both);
    }

    private static void assertPort(long alone, long until) {
        assertTrue(until >= alone && until <= PORT * alone, until + " cycles, alone " + alone);
    }

    private static void isolated(Shape shape, int puts, int calls) {
        List<Ended> rtl = sound(shape, puts, calls, lab(), "RTL " + shape);
        List<Ended> twin = sound(shape, puts, calls, new ModelEngineFactory(), "twin " + shape);
        for (int i = 0; i < rtl.size(); i++) {
            assertEquals(
                    twin.get(i).result().report().eventSha256(),
                    rtl.get(i).result().report().eventSha256());
        }
        Ended torus = rtl.get(0);
        Ended tree = rtl.get(1);

        TwoNetworks load = load(shape, puts, calls);
        load.flaw = TURN;
        Ended turned = show("the collective network has a knot", load.run(lab()));
        load.flaw = TREE_LEAK;
        Ended leaked = show("the collective network has no credits", load.run(lab()));
        load.flaw = Unsafe.NONE;
        load.absent = 0;
        Ended waits = show("the collective network waits for node 0", load.run(lab()));
        for (Ended blocked : List.of(turned, leaked, waits)) {
            assertEquals(List.of(torus.puts(), torus.putsUntil()), List.of(blocked.puts(), blocked.putsUntil()));
            assertTrue(blocked.calls() < tree.calls(), () -> "only " + blocked.calls());
            assertEquals(EndReason.STUCK, blocked.result().execution().reason());
        }
        assertEquals("deadlock", deadlock(turned).extra().get("kind"));
        assertEquals("credit_leak", deadlock(leaked).extra().get("kind"));
        assertEquals("software_wait", deadlock(waits).extra().get("kind"));
        String absent = "wait for node 0, which takes no part in it";
        assertTrue(deadlock(waits).detail().contains(absent), deadlock(waits).detail());

        load.absent = -1;
        load.late = LATE;
        load.flaw = ONE_VC;
        Ended knot = show("the torus has a knot", load.run(lab()));
        load.flaw = LEAK;
        Ended without = show("the torus has no credits", load.run(lab()));
        for (Ended blocked : List.of(knot, without)) {
            assertEquals(tree.calls(), blocked.calls());
            assertPort(tree.callsUntil(), blocked.callsUntil() - LATE);
            assertTrue(blocked.puts() < torus.puts());
        }
        assertEquals("deadlock", deadlock(knot).extra().get("kind"));
        assertEquals("credit_leak", deadlock(without).extra().get("kind"));
    }

    @Test
    void eachRunsAsIfAloneWhateverTheOtherDoes() {
        isolated(new Shape(5, 1, 1), 30, 5);
    }

    @Tag("slow")
    @Test
    void theSameWithTwentyNodesAndLongerLoads() {
        isolated(new Shape(5, 1, 1), 200, 80);
        isolated(new Shape(5, 4, 1), 60, 30);
    }

    /** Puts that software makes wait for calls stand with them, which the figures above would show. */
    @Test
    void aCoupledLoadIsSeen() {
        TwoNetworks load = load(new Shape(5, 1, 1), 30, 5);
        long alone = load(load.shape, 30, 0).run(lab()).putsUntil();
        load.coupled = true;
        assertTrue(load.run(lab()).putsUntil() > alone);
        load.flaw = TREE_LEAK;
        assertEquals(0, load.run(lab()).puts());
    }

    /**
     * A flaw of the collective network is reported while the torus goes on: the run is cut off long before the torus
     * comes to rest.
     */
    @ParameterizedTest
    @ValueSource(ints = {UnsafeVariant.TREE_TURN, UnsafeVariant.TREE_CREDIT_LEAK})
    void aStandstillIsReportedWhileTheTorusMoves(int flaw) {
        TwoNetworks load = load(new Shape(5, 1, 1), 200, 5);
        load.maxCycles = 6_000;
        Ended sound = load.run(lab());
        assertEquals(EndReason.MAX_CYCLES, sound.result().execution().reason());
        assertEquals(null, deadlock(sound).holds(), deadlock(sound).detail());
        load.flaw = new Unsafe(flaw, Unsafe.ALL_NODES, 0);
        Ended run = load.run(lab());
        Verdict verdict = deadlock(run);
        assertEquals(EndReason.MAX_CYCLES, run.result().execution().reason());
        assertEquals(false, verdict.holds());
        assertEquals(
                flaw == UnsafeVariant.TREE_TURN ? "deadlock" : "credit_leak",
                verdict.extra().get("kind"));
        String waits = flaw == UnsafeVariant.TREE_TURN ? "tree_knot" : "tree_waits";
        assertTrue(((List<?>) verdict.extra().get(waits)).size() > 1, verdict.detail());
        assertTrue((long) verdict.extra().get("reported_at") < 3_000, verdict.detail());
        assertTrue(run.putsUntil() > 5_900, "the torus stands since " + run.putsUntil());
    }

    /** A member that never comes is no error of the machine while the run goes on, and the verdict says who waits. */
    @Test
    void aWaitForSoftwareIsNamedWhenTheRunIsCutOff() {
        TwoNetworks load = load(new Shape(5, 1, 1), 200, 5);
        load.maxCycles = 6_000;
        load.absent = 0;
        Verdict verdict = deadlock(load.run(lab()));
        assertEquals(null, verdict.holds());
        assertTrue(verdict.detail().contains("something waits for software since cycle"), verdict.detail());
        List<?> chain = (List<?>) verdict.extra().get("tree_waits");
        assertTrue(
                chain.get(chain.size() - 1).toString().contains("waits for  own contribution of class route 0 @node 0"),
                chain::toString);
    }
}
