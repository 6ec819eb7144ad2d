// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.requirements.RequirementRow.RowControl;
import fairlead.lab.requirements.RequirementRow.RowOutcome;
import fairlead.lab.requirements.RequirementRow.RowResult;
import fairlead.lab.requirements.RequirementRun.Finding;
import fairlead.lab.requirements.Requirements.RequirementFile;
import fairlead.lab.requirements.Requirements.RequirementReport;
import fairlead.lab.script.ScriptFile;
import fairlead.lab.script.ScriptFile.ScriptException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every row that is built holds, each of its controls breaks the condition that it names, and nothing else is claimed.
 */
@Tag("M-43")
@Tag("M-44")
@Tag("M-322")
@Tag("M-449")
class RequirementsTest {
    private static final String[] FAMILIES = {"R-DLA-", "R-FEN-", "R-BAR-", "R-EPO-", "R-SND-"};
    private static final int[] COUNT = {15, 12, 10, 10, 11};

    /** Rows whose runs cannot show all of the requirement. */
    private static final Set<String> PARTIAL = Set.of("R-FEN-1", "R-EPO-7");

    /** Rows about what is software in the source patents too. */
    private static final Set<String> SOFTWARE = Set.of(
            "R-FEN-10", "R-SND-1", "R-SND-3", "R-SND-6", "R-SND-7", "R-SND-8", "R-SND-9", "R-SND-10", "R-EPO-10");

    private static List<String> wanted() {
        List<String> ids = new ArrayList<>();
        for (int f = 0; f < FAMILIES.length; f++) {
            for (int n = 1; n <= COUNT[f]; n++) {
                ids.add(FAMILIES[f] + n);
            }
        }
        return ids;
    }

    private static RowOutcome expected(String id) {
        return PARTIAL.contains(id)
                ? RowOutcome.PARTIAL
                : SOFTWARE.contains(id) ? RowOutcome.SOFTWARE : RowOutcome.HOLDS;
    }

    @Test
    void everyRequirementHasARow() {
        assertEquals(wanted(), Requirements.ids());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wanted")
    @Tag("M-11")
    @Tag("R-DLA-1")
    @Tag("R-DLA-2")
    @Tag("R-DLA-3")
    @Tag("R-DLA-4")
    @Tag("R-DLA-5")
    @Tag("R-DLA-6")
    @Tag("R-DLA-7")
    @Tag("R-DLA-8")
    @Tag("R-DLA-9")
    @Tag("R-DLA-10")
    @Tag("R-DLA-11")
    @Tag("R-DLA-12")
    @Tag("R-DLA-14")
    @Tag("R-EPO-1")
    @Tag("R-EPO-2")
    @Tag("R-EPO-4")
    @Tag("R-EPO-6")
    @Tag("R-EPO-7")
    @Tag("hazard-DLA-3")
    @Tag("hazard-DLA-5")
    @Tag("hazard-DLA-7")
    @Tag("hazard-DLA-9")
    @Tag("hazard-DLA-16")
    @Tag("R-FEN-6")
    @Tag("R-FEN-11")
    @Tag("hazard-fence-1")
    @Tag("R-EPO-9")
    @Tag("R-EPO-10")
    @Tag("R-BAR-10")
    @Tag("R-SND-1")
    @Tag("R-SND-2")
    @Tag("R-SND-3")
    @Tag("R-SND-4")
    @Tag("R-SND-5")
    @Tag("R-SND-6")
    @Tag("R-SND-7")
    @Tag("R-SND-8")
    @Tag("R-SND-9")
    @Tag("R-SND-10")
    @Tag("R-SND-11")
    void everyRowHoldsAndItsControlDoesNot(String id) throws IOException {
        RowResult result = Requirements.run(List.of(id), r -> {}).get(0);
        String text = RequirementReport.text(result) + "\nrepeat with: scripts/lab requirements --only " + id;
        assertEquals(expected(id), result.outcome(), text);
        assertTrue(result.besideTwin() > 0, "nothing was run beside the twin: " + text);
        assertFalse(result.observed().isEmpty() || result.controls().isEmpty(), text);
    }

    @Test
    void aPredicateWithoutAConditionDoesNotHold() {
        assertFalse(new Finding().say("nothing").holds());
        assertTrue(new Finding().need("a", true, () -> "").holds());
        assertFalse(new Finding()
                .need("a", true, () -> "")
                .need("a", false, () -> "")
                .holds());
    }

    @Test
    void everyVariantOfTheRequirementsIsAControl() {
        Set<String> missing = new TreeSet<>();
        for (int id = UnsafeVariant.EARLY_CREDITS; id <= UnsafeVariant.EARLY_MARK; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        for (int id = UnsafeVariant.POOL_TERM; id <= UnsafeVariant.PATH_FREED; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        for (int id = UnsafeVariant.BARRIER_PLAIN; id <= UnsafeVariant.EPOCH_LAST_ONLY; id++) {
            missing.add(UnsafeVariant.name(id).toLowerCase(Locale.ROOT));
        }
        missing.add("fence_ping_only");
        missing.add("pong_behind");
        missing.add("pong_passes_get");
        for (RequirementRow row : Requirements.rows(Map.of())) {
            for (RowControl control : row.controls()) {
                missing.removeIf(name -> control.what().contains("variant " + name + ":"));
            }
        }
        assertEquals(Set.of(), missing);
    }

    /**
     * The OR is formed in one place, so all nodes see its patterns in one order. A node with short wires can then be
     * released, back in the next instance and taken for all while one with long wires still shows the instance before:
     * between two nodes only when the one's way there and back is more than twice the other's, which one of six draws
     * is.
     */
    @ParameterizedTest(name = "{0} nodes")
    @ValueSource(ints = {2, 3, 4})
    void twoPatternsAreEnoughWhereTheNetworkHasOneLatencyAndOnlyThere(int nodes) {
        Path folder = ScriptFile.at("requirements");
        for (int spread : new int[] {0, 60}) {
            Map<Object, Object> file = ScriptFile.read(folder.resolve("barrier-words.yaml"));
            file.putAll(ScriptFile.parse(
                    """
                    rows:
                      - id: R-X-4
                        runs:
                          - for seed in range(1, 7):
                              - tight:
                                  machine:
                                    shape: [NODES, 1, 1]
                                    barrier_width: 4
                                    latency: {barrier: 2, barrier_spread: SPREAD}
                                  let: {node_count: NODES}
                                  seed: "{seed}"
                                  rounds: 13
                                  host: without_gap
                        conditions: {use: tight}
                        controls:
                          - two patterns: {flaw: barrier_two, breaks: behind_all_entries, also: instances overlap}
                    """
                            .replace("NODES", "" + nodes)
                            .replace("SPREAD", "" + spread)));
            RowResult result = new RequirementFile(file, ScriptFile.text(folder.resolve("machine.yaml")))
                    .rows()
                    .get(0)
                    .check();
            assertEquals(spread > 0, result.controls().get(0).isBroken(), RequirementReport.text(result));
        }
    }

    /** Returns a row whose runs satisfy conditions a and b, and whose control satisfies them as given. */
    private static RowResult row(boolean a, boolean b, String breaks, String... also) {
        List<Boolean> right = List.of(true, true);
        List<Boolean> wrong = List.of(a, b);
        List<List<Boolean>> asked = new ArrayList<>(List.of(right, wrong));
        RowControl control = new RowControl("wrong on purpose", breaks, Set.of(also), List::of);
        return new RequirementRow(
                        "R-X-2",
                        "rule",
                        "scenario",
                        List::of,
                        (runs, found) -> {
                            List<Boolean> now = asked.remove(0);
                            found.need("a", now.get(0), () -> "a is wrong").need("b", now.get(1), () -> "b is wrong");
                        },
                        List.of(control),
                        RowOutcome.HOLDS,
                        "")
                .check();
    }

    @Test
    void aControlMustBreakTheConditionThatItNamesAndNoOther() {
        assertEquals(RowOutcome.HOLDS, row(false, true, "a").outcome());
        assertEquals(RowOutcome.FAILS, row(true, true, "a").outcome(), "nothing breaks");
        assertEquals(RowOutcome.FAILS, row(true, false, "a").outcome(), "another one breaks");
        assertEquals(RowOutcome.FAILS, row(false, false, "a").outcome(), "one more breaks than is said");
        assertEquals(RowOutcome.HOLDS, row(false, false, "a", "b").outcome(), "it is said that both may break");
        assertEquals(RowOutcome.FAILS, row(false, true, "c").outcome(), "no such condition");
        assertTrue(RequirementReport.text(row(false, true, "a")).contains("a broken: a is wrong"));
        assertTrue(RequirementReport.text(row(true, false, "a")).contains("a NOT BROKEN, but b"));
        assertTrue(RequirementReport.text(row(false, false, "a")).contains("a BREAKS MORE: b: b is wrong"));
    }

    @Test
    void aRowWithoutAControlFailsWhateverItsReason() {
        BiConsumer<List<RequirementRun>, Finding> sound = (runs, found) -> found.need("a", true, () -> "a is wrong");
        for (String reason : List.of("", "the machine has no such thing")) { // it does not stand in for a control
            RowOutcome claim = reason.isEmpty() ? RowOutcome.HOLDS : RowOutcome.PARTIAL;
            RowResult result =
                    new RequirementRow("R-X-3", "rule", "scenario", List::of, sound, List.of(), claim, reason).check();
            assertEquals(RowOutcome.FAILS, result.outcome(), reason);
        }
    }

    @Test
    void theJsonHasTheFieldsOfTheCommand() throws Exception {
        List<RowResult> results = Requirements.run(List.of("R-BAR-1", "R-DLA-11"), r -> {});
        assertTrue(Requirements.passed(results) && !Requirements.passed(List.of()));
        JsonNode rows =
                new ObjectMapper().valueToTree(RequirementReport.json(results).get("requirements"));
        assertEquals(2, rows.size());
        for (JsonNode row : rows) {
            for (String field :
                    List.of("id", "outcome", "holds", "partial", "software", "observed", "scenario", "controls")) {
                assertTrue(row.has(field), field);
            }
            assertTrue(row.get("holds").asBoolean(), row.toString());
            for (JsonNode control : row.get("controls")) {
                assertTrue(control.get("broken").asBoolean(), control.toString());
            }
        }
    }

    /** Runs one small program and commands for the host port under these conditions, and returns the broken ones. */
    private static Set<String> broken(String conditions) {
        String row =
                """
                let:
                  behind(op): 0 <= commit(op) < done(flush)
                rows:
                  - id: R-X-5
                    let: {last_of(list): "list[len(list) - 1]"}
                    runs:
                      - programs:
                          program:
                            - task 0, 0:
                                - for i in range(3):
                                    - put{i}: put(1, SOURCE, LANDING + 512 * i, 400)
                                - flush: flush(1)
                      - commands:
                          host:
                            - command(10, TileCommand.POST, OpKind.FLUSH << Descriptor0.KIND_LSB | 1 << Descriptor0.TARGET_LSB)
                    controls:
                      - nothing: {breaks: completed}
                    conditions:
                """;
        StringBuilder text = new StringBuilder(row);
        conditions.lines().forEach(line -> text.append("      ").append(line).append('\n'));
        String base = ScriptFile.text(ScriptFile.at("requirements").resolve("machine.yaml"));
        RequirementRow made = new RequirementFile(ScriptFile.parse(text.toString()), base)
                .rows()
                .get(0);
        Finding found = new Finding();
        made.judge().accept(made.runs().get(), found);
        return found.broken();
    }

    @Test
    void everyKindOfConditionHoldsWhereItIsRightAndIsBrokenWhereItIsWrong() {
        assertEquals(
                Set.of(),
                broken(
                        """
                - order: commit('put0') < commit('put1') <= last_of([commit('put{i}') for i in range(3)])
                - each: all(behind('put{i}') for i in range(3))
                - values: "[Header0.ptype(e.a) == PacketType.PONG for e in events(0, PACKET_DELIVERED)] == [1 == 1]"
                - count: count(0, FLUSH_DONE) == 1
                - ended: end(flush) == DONE and not end('put0') == REFUSED
                - within: done(flush) - commit('put2') <= 100
                - never: not any(e.cycle < done(flush) for e in events(OP_REJECTED))
                - needs: fence_ordering data_integrity
                - for run in commands:
                    - command_done: first(0, FLUSH_DONE).a == 0 and failure() == ''
                """));
        assertEquals(
                Set.of("order", "each", "values", "count", "ended", "within", "never", "epoch_closure", "command_done"),
                broken(
                        """
                - order: commit('put1') < commit('put0')
                - each: all(commit('put{i}') > done(flush) for i in range(3))
                - values: values(0, FLUSH_DONE) == [1, 2]
                - count: count(0, FLUSH_DONE) == 2
                - ended: end(flush) == REFUSED
                - within: done(flush) - commit('put2') <= 1
                - never: not any(e.cycle < done(flush) for e in events(PACKET_INJECTED))
                - needs: epoch_closure data_integrity
                - for run in commands:
                    - command_done: count(0, FLUSH_DONE) == 0
                """));
    }

    @Test
    void theStatusReplayRefusesCopiesOfOtherClasses() {
        Path folder = ScriptFile.at("requirements");
        Map<Object, Object> file = ScriptFile.read(folder.resolve("dla-words.yaml"));
        file.putAll(ScriptFile.parse(
                """
                rows:
                  - id: R-X-6
                    runs:
                      - run:
                          machine: {dla: {status_address: "{STATUS}", status_credits: 3}}
                          host: ["cd(10, 0, 12)", "send(30, 0, 1, 4)", "finish(200, 0)"]
                    conditions: {judge StatusReplay: CLASS}
                    controls:
                      - the credits are of another class: {breaks: status_words}
                """
                        .replace("CLASS", "1")));
        RowResult result = new RequirementFile(file, ScriptFile.text(folder.resolve("machine.yaml")))
                .rows()
                .get(0)
                .check();
        assertTrue(result.controls().get(0).isBroken(), RequirementReport.text(result));
    }

    @Test
    void aMistakeInARowNamesTheRow() {
        for (String mistake : List.of(
                "- a: commit(put9) >= 0", "- a: commit('put0' >= 0", "- a: counts(0, FLUSH_DONE)", "- a: values(0)")) {
            assertThrows(ScriptException.class, () -> broken(mistake), mistake);
        }
        BiConsumer<List<RequirementRun>, Finding> wrong = (runs, found) -> {
            throw new ScriptException("unknown name: x");
        };
        RequirementRow row =
                new RequirementRow("R-X-7", "rule", "scenario", List::of, wrong, List.of(), RowOutcome.HOLDS, "");
        assertEquals(
                "R-X-7: unknown name: x",
                assertThrows(ScriptException.class, row::check).getMessage());
        RequirementFile both = new RequirementFile(
                ScriptFile.parse(
                        "rows: [{id: R-X-8, partial: half of it, software: a thread, runs: [], controls: []}]"),
                "");
        assertEquals(
                "R-X-8: partial and software: only one may be given",
                assertThrows(ScriptException.class, both::rows).getMessage());
    }
}
