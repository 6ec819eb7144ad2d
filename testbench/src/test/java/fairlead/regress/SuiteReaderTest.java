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
import org.junit.jupiter.params.provider.CsvFileSource;
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
    void theConfigurationOfEverySeedIsThatOfItsOwnCase(String example) throws IOException {
        String path =
                Path.of("../examples/" + example + ".yaml").toAbsolutePath().toString();
        String head = "schema: fairlead.suite/1\ncases: [{scenario: " + path + ", engines: [model, rtl], seeds: ";
        List<Suite.Case> all = read(head + "[3, 70, 9223372036854775807]}]\n").cases();
        assertEquals(6, all.size());
        for (int i = 0; i < all.size(); i++) {
            List<String> options = all.get(i).options();
            String seed = options.get(options.size() - 1);
            Suite.Case alone = read(head + "[" + seed + "]}]\n").cases().get(i / 3);
            assertEquals(alone.effective(), all.get(i).effective());
            assertTrue(alone.effective().contains("seed: " + seed), alone::effective);
        }
    }

    private Suite read(String text) throws IOException {
        return SuiteReader.read(Files.writeString(folder.resolve("s.yaml"), text));
    }

    @Test
    void aCaseIsMadeForEachStructureEngineAndSeed() throws IOException {
        Suite suite = read("schema: fairlead.suite/1\nstructures: {a: {machine.shape: [3, 1, 1]}, b: {}}\n"
                + "cases: [{scenario: tiny.yaml, structures: [b, a], engines: [model, rtl], seeds: 4..5}]\n");
        assertEquals(
                "[tiny/b/model/seed-4, tiny/b/model/seed-5, tiny/b/rtl/seed-4, tiny/b/rtl/seed-5, tiny/a/model/seed-4,"
                        + " tiny/a/model/seed-5, tiny/a/rtl/seed-4, tiny/a/rtl/seed-5]",
                suite.names().toString());
        Suite.Case last = suite.cases().get(7);
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
        Suite suite = read("schema: fairlead.suite/1\ncases:\n- {scenario: tiny.yaml}\n"
                + "- {name: b, scenario: tiny.yaml, expect: {verdicts: {fence_ordering: false}}}\n"
                + "- {litmus: mp.litmus, expect: {outcome: fails}}\n"
                + "- {name: bad, scenario: bad.yaml, expect: {exit: 2}}\n");
        assertEquals(
                "[0, 1, 1, 2]",
                suite.cases().stream().map(c -> c.expect().exit()).toList().toString());
    }

    /** Each text is the cases of a suite after four lines, or a whole suite if it begins with its schema. */
    @ParameterizedTest
    @CsvFileSource(resources = "/refused/suites.txt", delimiter = '|', quoteCharacter = '\'')
    void aMistakeIsReportedWithItsPlace(String text, String message) throws IOException {
        String whole = text.startsWith("schema") || text.startsWith("[")
                ? text.replace('~', '\n') + "\n"
                : "schema: fairlead.suite/1\ncases:\n" + text + "\n";
        BadInput refused = assertThrows(BadInput.class, () -> read(whole));
        String wanted = message.replace("FOLDER", folder.toString());
        assertTrue(
                refused.lines().stream()
                        .anyMatch(l -> l.startsWith(folder.resolve("s.yaml") + "") && l.contains(wanted)),
                () -> String.join("\n", refused.lines()));
    }

    @Test
    void theSchemaIsOneAndTakesTheShippedSuite() throws IOException {
        JsonSchema meta = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(
                        "{\"$ref\": \"" + SCHEMA.getSchemaNode().get("$schema").asText() + "\"}");
        assertEquals(List.of(), List.copyOf(meta.validate(SCHEMA.getSchemaNode())));
        Path shipped = Path.of("../examples/regression/suite.yaml");
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
    void schemaAndReaderRefuseTheSame(String key) throws IOException {
        String text = "schema: fairlead.suite/1\nbaseline: b.json\ncases:\n- {scenario: tiny.yaml, ";
        JsonNode good = YAML.readTree(text + "seeds: [1]}\n");
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
    void aBadBaselineIsReportedWithItsPlace(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("b.json"), text);
        BadInput refused = assertThrows(BadInput.class, () -> Baseline.read(file));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }
}
