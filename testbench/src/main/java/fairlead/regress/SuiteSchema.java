// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.regress.SuiteForm.Field;
import fairlead.run.report.Json;
import fairlead.scenario.ScenarioReader;
import java.util.List;

/** The suite format as JSON Schema (draft 2020-12), from the table that the reader uses. */
public final class SuiteSchema {
    private static final String OBJECT = "object";
    private static final String TYPE = "type";

    private SuiteSchema() {}

    public static String text() {
        final ObjectNode top = Json.object();
        top.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        top.put("title", SuiteForm.NAME);
        section(top, SuiteForm.SUITE);
        return Json.text(top);
    }

    private static void section(final ObjectNode node, final List<Field> fields) {
        node.put(TYPE, OBJECT).put("additionalProperties", false);
        final ObjectNode properties = node.putObject("properties");
        for (final Field field : fields) {
            describe(properties.putObject(field.name()).put("description", field.doc()), field);
            if (field.required()) {
                node.withArray("required").add(field.name());
            }
        }
        if (fields == SuiteForm.CASE) { // a case names either a scenario or a litmus test
            node.putArray("oneOf").addObject().putArray("required").add("scenario");
            node.withArray("oneOf").addObject().putArray("required").add("litmus");
        }
    }

    private static void describe(final ObjectNode node, final Field field) {
        switch (field.kind()) {
            case TEXT -> node.put(TYPE, "string");
            case INTEGER -> node.put(TYPE, "integer")
                    .put("minimum", field.low())
                    .put("maximum", field.high());
            case WORD -> field.words().forEach(node.withArray("enum")::add);
            case WORDS -> {
                final ObjectNode items = list(node);
                field.words().forEach(items.withArray("enum")::add);
            }
            case NAMES -> list(node).put(TYPE, "string");
            case SEEDS -> {
                list(node.withArray("oneOf").addObject())
                        .put(TYPE, "integer")
                        .put("minimum", 0)
                        .put("maximum", Long.MAX_VALUE);
                node.withArray("oneOf").addObject().put(TYPE, "string").put("pattern", "^[0-9]+\\.\\.[0-9]+$");
            }
            case OVERRIDES -> node.put(TYPE, OBJECT);
            case STRUCTURES -> node.put(TYPE, OBJECT)
                    .putObject("additionalProperties")
                    .put(TYPE, OBJECT);
            case BANDS -> bands(node, field);
            case VERDICTS -> {
                node.put(TYPE, OBJECT).put("additionalProperties", false);
                for (final String verdict : ScenarioReader.verdicts()) {
                    node.withObject("/properties")
                            .putObject(verdict)
                            .putArray("enum")
                            .add(true)
                            .add(false)
                            .add("not_exercised");
                }
            }
            case SECTION -> section(node, field.inner());
            case SECTIONS -> section(list(node), field.inner());
            default -> throw new IllegalStateException(field.kind().name());
        }
    }

    private static ObjectNode list(final ObjectNode node) {
        node.put(TYPE, "array").put("minItems", 1);
        return node.putObject("items");
    }

    private static void bands(final ObjectNode node, final Field field) {
        node.put(TYPE, OBJECT).put("additionalProperties", false);
        final ObjectNode properties = node.putObject("properties");
        for (final String word : field.words()) {
            final ObjectNode band = properties.putObject(word);
            if (word.equals(Metric.EVENTS.word())) {
                band.putArray("enum").add(Band.SAME);
            } else {
                band.withArray("oneOf")
                        .addObject()
                        .put(TYPE, "number")
                        .put("minimum", 0)
                        .put("maximum", Long.MAX_VALUE);
                band.withArray("oneOf")
                        .addObject()
                        .put(TYPE, "string")
                        .put("pattern", "^[0-9]{1,9}(\\.[0-9]{1,9})? ?%$");
            }
        }
    }
}
