// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Suites as files: what they expand to, and each mistake with its line, key and value; the schema is judged by a
 * validator of another project.
 */
@Tag("M-300")
class SuiteReaderTest {
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SuiteReader.schema());
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path folder;

    @BeforeEach
    void inputs() throws IOException {
        Files.copy(Path.of("src/test/resources/abuse/tiny.yaml"), folder.resolve("tiny.yaml"));
        Files.copy(Path.of("../examples/litmus/L01-mp.litmus"), folder.resolve("mp.litmus"));
        Files.writeString(folder.resolve("bad.yaml"), "schema: fairlead.scenario/1\nmachin: {}\n");
        Files.writeString(folder.resolve("bad.litmus"), "litmus x\n");
    }

    @ParameterizedTest
    @CsvSource({"ring", "halo3d", "random", "device_smp", "collectives"})
    void theConfigurationOfEverySeedIsThatOfItsOwnCase(final String example) throws IOException {
        final String path =
                Path.of("../examples/" + example + ".yaml").toAbsolutePath().toString();
        final String head = "schema: fairlead.suite/1\ncases: [{scenario: " + path + ", engines: [model, rtl], seeds: ";
        final List<Suite.Case> all =
                read(head + "[3, 70, 9223372036854775807]}]\n").cases();
        assertEquals(6, all.size());
        for (int i = 0; i < all.size(); i++) {
            final List<String> options = all.get(i).options();
            final String seed = options.get(options.size() - 1);
            final Suite.Case alone = read(head + "[" + seed + "]}]\n").cases().get(i / 3);
            assertEquals(alone.effective(), all.get(i).effective());
            assertTrue(alone.effective().contains("seed: " + seed), alone::effective);
        }
    }

    private Suite read(final String text) throws IOException {
        return SuiteReader.read(Files.writeString(folder.resolve("s.yaml"), text));
    }

    @Test
    void aCaseIsMadeForEachStructureEngineAndSeed() throws IOException {
        final Suite suite = read("schema: fairlead.suite/1\nstructures: {a: {machine.shape: [3, 1, 1]}, b: {}}\n"
                + "cases: [{scenario: tiny.yaml, structures: [b, a], engines: [model, rtl], seeds: 4..5}]\n");
        assertEquals(
                "[tiny/b/model/seed-4, tiny/b/model/seed-5, tiny/b/rtl/seed-4, tiny/b/rtl/seed-5, tiny/a/model/seed-4,"
                        + " tiny/a/model/seed-5, tiny/a/rtl/seed-4, tiny/a/rtl/seed-5]",
                suite.names().toString());
        final Suite.Case last = suite.cases().get(7);
        assertEquals(
                "[--set, machine.shape=[3,1,1], --engine, rtl, --seed, 5]",
                last.options().toString());
        assertTrue(last.effective().contains("seed: 5") && last.effective().contains("engine: rtl"), last.effective());
        assertTrue(suite.needsLibraries());
        assertFalse(read("schema: fairlead.suite/1\ncases: [{scenario: tiny.yaml}]\n")
                .needsLibraries());
    }

    @Test
    void aFailedVerdictIsExpectedWithExitCodeOne() throws IOException {
        final Suite suite = read("schema: fairlead.suite/1\ncases:\n- {scenario: tiny.yaml}\n"
                + "- {name: b, scenario: tiny.yaml, expect: {verdicts: {fence_ordering: false}}}\n"
                + "- {litmus: mp.litmus, expect: {outcome: fails}}\n"
                + "- {name: bad, scenario: bad.yaml, expect: {exit: 2}}\n");
        assertEquals(
                "[0, 1, 1, 2]",
                suite.cases().stream().map(c -> c.expect().exit()).toList().toString());
    }

    /** Each text is the cases of a suite behind four lines, or a whole suite if it begins with its schema. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "- {scenari: tiny.yaml} | line 3: cases[0].scenari = tiny.yaml: unknown key; did you mean cases[0].scenario?",
                "- {scenari: tiny.yaml} | line 3: cases[0].scenario: give either scenario or litmus",
                "- {scenario: tiny.yaml, litmus: mp.litmus} | line 3: cases[0].scenario = tiny.yaml: give either scenario or litmus",
                "- {name: x} | line 3: cases[0].scenario: give either scenario or litmus",
                "- {scenario: none.yaml} | cases[0].scenario = none.yaml: FOLDER/none.yaml: no such file",
                "- {scenario: bad.yaml} | cases[0].scenario = bad.yaml: FOLDER/bad.yaml line 2: machin = {}: unknown key; did you mean machine?",
                "- {scenario: 7} | cases[0].scenario = 7: must be a text",
                "- {scenario: ''} | cases[0].scenario = '': must be a text",
                "- {scenario: .} | is a folder, not a file",
                "- {litmus: bad.litmus} | cases[0].litmus = bad.litmus: FOLDER/bad.litmus:1",
                "- {litmus: none.litmus} | FOLDER/none.litmus: no such file",
                "- {litmus: mp.litmus, axes: colour=red} | cases[0].litmus = mp.litmus: --axes",
                "- {litmus: mp.litmus, set: {seed: 1}} | cases[0].set = {seed=1}: a litmus test has none",
                "- {litmus: mp.litmus, library: lab} | cases[0].library = lab: a litmus test has none",
                "- {litmus: mp.litmus, bands: {cycles: 1}} | a litmus test has none",
                "- {litmus: mp.litmus, expect: {verdicts: {fence_ordering: true}}} | cases[0].expect.verdicts = {fence_ordering=true}: a litmus test has none",
                "- {litmus: mp.litmus, expect: {outcome: hold}} | cases[0].expect.outcome = hold: must be one of holds, fails, not_run; did you mean holds?",
                "- {litmus: mp.litmus, schedules: 0} | cases[0].schedules = 0: must be an integer from 1 to 1000000",
                "- {scenario: tiny.yaml, schedules: 3} | cases[0].schedules = 3: a scenario has none",
                "- {scenario: tiny.yaml, expect: {outcome: holds}} | cases[0].expect.outcome = holds: a scenario has none",
                "- {scenario: tiny.yaml, engines: [rtl, modell]} | cases[0].engines = modell: must be one of rtl, model, lockstep; did you mean model?",
                "- {scenario: tiny.yaml, engines: rtl} | cases[0].engines = rtl: must be a list with at least one item",
                "- {scenario: tiny.yaml, engines: []} | cases[0].engines = []: must be a list with at least one item",
                "- {scenario: tiny.yaml, engines: [rtl, rtl]} | cases[0].engines = rtl: it is there twice",
                "- {scenario: tiny.yaml, seeds: [1, -1]} | cases[0].seeds = [1, -1]: a seed is an integer from 0",
                "- {scenario: tiny.yaml, seeds: [1, 1]} | cases[0].seeds = [1, 1]: 1 is there twice",
                "- {scenario: tiny.yaml, seeds: 3..1} | cases[0].seeds = '3..1': must rise",
                "- {scenario: tiny.yaml, seeds: 1..99999} | must rise, and have at most 10000 seeds",
                "- {scenario: tiny.yaml, seeds: all} | cases[0].seeds = all: must be a list of seeds, or FROM..TO",
                "- {scenario: tiny.yaml, seeds: 5} | cases[0].seeds = 5: must be a list of seeds, or FROM..TO",
                "- {scenario: tiny.yaml, structures: [ring]} | cases[0].structures = ring: must be one of",
                "- {scenario: tiny.yaml, library: labor} | cases[0].library = labor: must be one of product, lab, small; did you mean lab?",
                "- {scenario: tiny.yaml, set: {sed: 1}} | --set sed=1: sed = 1: unknown key; did you mean seed?",
                "- {scenario: tiny.yaml, set: [1]} | cases[0].set = [1]: must be a mapping",
                "- {scenario: tiny.yaml, set: {machine: {shape: [1]}}} | machine.shape = [1]: must be a list of 3 integers",
                "- {scenario: tiny.yaml, name: ../x} | cases[0].name = ../x: a name has letters",
                "- {scenario: tiny.yaml, name: ''} | cases[0].name = '': must be a text",
                "- {scenario: tiny.yaml, expect: 0} | cases[0].expect = 0: must be a mapping of exit, verdicts, outcome",
                "- {scenario: tiny.yaml, expect: {exit: 256}} | cases[0].expect.exit = 256: must be an integer from 0 to 255",
                "- {scenario: tiny.yaml, expect: {exit: ok}} | cases[0].expect.exit = ok: must be an integer",
                "- {scenario: tiny.yaml, expect: {verdict: {}}} | cases[0].expect.verdict = {}: unknown key; did you mean cases[0].expect.verdicts?",
                "- {scenario: tiny.yaml, expect: {verdicts: {fence_order: true}}} | cases[0].expect.verdicts.fence_order = true: no such verdict; did you mean fence_ordering?",
                "- {scenario: tiny.yaml, expect: {verdicts: {fence_ordering: maybe}}} | verdicts.fence_ordering = maybe: must be one of true, false, not_exercised",
                "- {scenario: tiny.yaml, bands: {cycle: 1}} | cases[0].bands.cycle = 1: no such metric; did you mean cycles?",
                "- {scenario: tiny.yaml, bands: {cycles: -1}} | cases[0].bands.cycles = -1: must be a number from 0, or a share as in 5%",
                "- {scenario: tiny.yaml, bands: {cycles: five}} | cases[0].bands.cycles = five: must be a number from 0",
                "- {scenario: tiny.yaml, bands: {events: 0}} | cases[0].bands.events = 0: must be same",
                "- {scenario: tiny.yaml, bands: 5} | cases[0].bands = 5: must be a mapping",
                "- {scenario: tiny.yaml, bands: {cycles: 1}} | baseline: is missing; bands compare with it",
                "- {scenario: tiny.yaml, limits: {seconds: 0}} | cases[0].limits.seconds = 0: must be an integer from 1 to 86400",
                "- {scenario: tiny.yaml, limits: {megabytes: 1}} | cases[0].limits.megabytes = 1: must be an integer from 64",
                "- {scenario: tiny.yaml, limits: {minutes: 1}} | cases[0].limits.minutes = 1: unknown key",
                "- {scenario: tiny.yaml, limits: []} | cases[0].limits = []: must be a mapping of seconds, megabytes",
                "- tiny.yaml | cases[0] = tiny.yaml: must be a mapping of name, scenario",
                "- {scenario: tiny.yaml}, {scenario: tiny.yaml} | not YAML",
                "schema: fairlead.suite/2~cases: [{scenario: tiny.yaml}] | line 1: schema = fairlead.suite/2: must be one of fairlead.suite/1",
                "schema: fairlead.scenario/1~cases: [] | line 1: schema = fairlead.scenario/1: must be fairlead.suite/1",
                "schema: fairlead.suite/1 | cases: is missing",
                "schema: fairlead.suite/1~cases: [] | line 2: cases = []: must be a list with at least one item",
                "schema: fairlead.suite/1~cases: {a: 1} | line 2: cases = {a=1}: must be a list",
                "schema: fairlead.suite/1~case: 1~cases: [{scenario: tiny.yaml}] | line 2: case = 1: unknown key; did you mean cases?",
                "schema: fairlead.suite/1~baseline: [x]~cases: [{scenario: tiny.yaml}] | line 2: baseline = [x]: must be a text",
                "schema: fairlead.suite/1~name: a b~cases: [{scenario: tiny.yaml}] | line 2: name = a b: a name has letters",
                "schema: fairlead.suite/1~structures: {'a b': {}}~cases: [{scenario: tiny.yaml}] | structures.a b: a name has letters",
                "schema: fairlead.suite/1~structures: {a: 1}~cases: [{scenario: tiny.yaml}] | line 2: structures.a = 1: must be a mapping of scenario keys",
                "schema: fairlead.suite/1~cases:~- {scenario: tiny.yaml}~- {scenario: tiny.yaml} | line 4: cases[1].name: two cases are called tiny",
                "schema: fairlead.suite/1~cases:~- {scenario: tiny.yaml, seeds: 1..6000}~- {name: b, scenario: tiny.yaml, seeds: 1..6000} | cases = [",
                "[1] | a suite is a mapping of keys, not [1]",
                "schema: fairlead.suite/1~schema: x | the key is there twice",
            })
    void aMistakeIsReportedWithItsPlace(final String text, final String message) throws IOException {
        final String whole = text.startsWith("schema") || text.startsWith("[")
                ? text.replace('~', '\n') + "\n"
                : "schema: fairlead.suite/1\ncases:\n" + text + "\n";
        final BadInput refused = assertThrows(BadInput.class, () -> read(whole));
        final String wanted = message.replace("FOLDER", folder.toString());
        assertTrue(
                refused.lines().stream()
                        .anyMatch(l -> l.startsWith(folder.resolve("s.yaml") + "") && l.contains(wanted)),
                () -> String.join("\n", refused.lines()));
    }

    @Test
    void theSchemaIsOneAndTakesTheShippedSuite() throws IOException {
        final JsonSchema meta = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(
                        "{\"$ref\": \"" + SCHEMA.getSchemaNode().get("$schema").asText() + "\"}");
        assertEquals(List.of(), List.copyOf(meta.validate(SCHEMA.getSchemaNode())));
        final Path shipped = Path.of("../examples/regression/suite.yaml");
        assertEquals(List.of(), List.copyOf(SCHEMA.validate(YAML.readTree(shipped.toFile()))));
        assertEquals(40, SuiteReader.read(shipped).cases().size());
    }

    /** Mistakes of one value, which reader and schema must both refuse. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scenari: x",
                "litmus: mp.litmus",
                "name: 7",
                "engines: [fast]",
                "engines: []",
                "seeds: [-1]",
                "seeds: 5",
                "seeds: all",
                "library: labor",
                "set: 5",
                "structures: ring",
                "expect: {exit: 256}",
                "expect: {exits: 0}",
                "expect: {verdicts: {fence_ordering: maybe}}",
                "expect: {verdicts: {fence_order: true}}",
                "bands: {cycles: -1}",
                "bands: {cycles: five}",
                "bands: {cycle: 5}",
                "bands: {events: 5%}",
                "limits: {seconds: 0}",
                "limits: {megabytes: 2000000}",
            })
    void schemaAndReaderRefuseTheSame(final String key) throws IOException {
        final String text = "schema: fairlead.suite/1\nbaseline: b.json\ncases:\n- {scenario: tiny.yaml, ";
        final JsonNode good = YAML.readTree(text + "seeds: [1]}\n");
        assertTrue(SCHEMA.validate(good).isEmpty(), SCHEMA.validate(good).toString());
        assertFalse(SCHEMA.validate(YAML.readTree(text + key + "}\n")).isEmpty(), key);
        assertThrows(BadInput.class, () -> read(text + key + "}\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | a baseline is a mapping of schema and cases",
                "{\"schema\": \"fairlead.suite/1\", \"cases\": {}} | schema = fairlead.suite/1: must be fairlead.baseline/1",
                "{\"cases\": {}} | a baseline has schema = fairlead.baseline/1",
                "{\"schema\": \"fairlead.baseline/1\"} | and a mapping cases",
                "{\"schema\": \"fairlead.baseline/1\", \"cases\": {\"a\": 1}} | line 1: cases.a = 1: must be a mapping",
                "{\"schema\": \"fairlead.baseline/1\", \"cases\": {\"a\": {\"cycle\": 1}}} | cases.a.cycle = 1: no such metric; did you mean cycles?",
                "{\"schema\": \"fairlead.baseline/1\", \"cases\": {\"a\": {\"cycles\": \"x\"}}} | cases.a.cycles = x: must be a number",
                "{\"schema\": \"fairlead.baseline/1\", \"cases\": {\"a\": {\"events\": 1}}} | cases.a.events = 1: must be a hash",
                "{\"schema\": | not YAML",
            })
    void aBadBaselineIsReportedWithItsPlace(final String text, final String message) throws IOException {
        final Path file = Files.writeString(folder.resolve("b.json"), text);
        final BadInput refused = assertThrows(BadInput.class, () -> Baseline.read(file));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }
}
