// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The keys of `fairlead.suite/1` with their types and ranges; the reader and the JSON schema both follow this table.
 */
final class SuiteForm {
    static final String NAME = "fairlead.suite/1";

    /** The type of a value. */
    enum Kind {
        TEXT,
        INTEGER,
        WORD,
        WORDS,
        NAMES,
        SEEDS,
        /** A mapping of scenario paths to values. */
        OVERRIDES,
        /** A mapping of names to overrides. */
        STRUCTURES,
        BANDS,
        VERDICTS,
        /** A mapping with keys of its own, or a list of such mappings. */
        SECTION,
        SECTIONS
    }

    /**
     * One key of a suite.
     *
     * @param inner keys of a section
     */
    record Field(
            String name,
            Kind kind,
            boolean required,
            long low,
            long high,
            List<String> words,
            List<Field> inner,
            String doc) {
        static Field of(final String name, final Kind kind, final String doc) {
            return new Field(name, kind, false, 0, 0, List.of(), List.of(), doc);
        }

        static Field integer(final String name, final long low, final long high, final String doc) {
            return new Field(name, Kind.INTEGER, false, low, high, List.of(), List.of(), doc);
        }

        static Field words(final String name, final Kind kind, final List<String> words, final String doc) {
            return new Field(name, kind, false, 0, 0, words, List.of(), doc);
        }

        static Field section(final String name, final Kind kind, final List<Field> inner, final String doc) {
            return new Field(name, kind, false, 0, 0, List.of(), inner, doc);
        }

        Field needed() {
            return new Field(name, kind, true, low, high, words, inner, doc);
        }
    }

    static final int MOST_SEEDS = 10_000;
    static final List<String> ENGINES = List.of("rtl", "model", "lockstep");
    static final List<String> LIBRARIES = List.of("product", "lab", "small");
    static final List<String> OUTCOMES = List.of("holds", "fails", "not_run");
    static final List<String> TRUTHS = List.of("true", "false", "not_exercised");

    private static final Field SECONDS = Field.integer(
            "seconds", 1, 86_400, "a case that has not ended by then is ended and is an error; default 300");
    private static final Field MEGABYTES = Field.integer(
            "megabytes", 64, 1 << 20, "a case that holds more memory is ended and is an error; default 2048");
    static final Field LIMITS =
            Field.section("limits", Kind.SECTION, List.of(SECONDS, MEGABYTES), "what one case may use");

    static final List<Field> EXPECT = List.of(
            Field.integer("exit", 0, 255, "exit code; default 0, or 1 where a verdict or an outcome is to fail"),
            Field.words("verdicts", Kind.VERDICTS, TRUTHS, "verdicts of a scenario that must be so"),
            Field.words("outcome", Kind.WORD, OUTCOMES, "what a litmus test must do; default holds"));

    static final Field BANDS = Field.words(
            "bands",
            Kind.BANDS,
            Metric.words(),
            "how far each metric of a scenario may be from the baseline: a number, or a share as in 5%; events: same");

    static final List<Field> CASE = List.of(
            Field.of("name", Kind.TEXT, "default: the name of the file"),
            Field.of("scenario", Kind.TEXT, "scenario file, seen from this file"),
            Field.of("litmus", Kind.TEXT, "litmus file, seen from this file"),
            Field.of("set", Kind.OVERRIDES, "keys of the scenario, as with run --set"),
            Field.of("structures", Kind.NAMES, "names of structures, each a case of its own"),
            Field.words("engines", Kind.WORDS, ENGINES, "each a case of its own; default: the scenario's, or rtl"),
            Field.of("seeds", Kind.SEEDS, "seeds, each a case of its own: a list, or FROM..TO"),
            Field.words("library", Kind.WORD, LIBRARIES, "library of the RTL; default product"),
            Field.integer("schedules", 1, 1_000_000, "schedules of each point of a litmus test; default 200"),
            Field.of("axes", Kind.TEXT, "points of a litmus test, as with litmus --axes; default base"),
            Field.section("expect", Kind.SECTION, EXPECT, "what must come out; default: exit code 0"),
            BANDS,
            LIMITS);

    static final List<Field> SUITE = List.of(
            Field.words("schema", Kind.WORD, List.of(NAME), "name and version of this format")
                    .needed(),
            Field.of("name", Kind.TEXT, "default: the name of the file"),
            Field.of("baseline", Kind.TEXT, "file with the metrics to compare with, seen from this file"),
            LIMITS,
            BANDS,
            Field.of("structures", Kind.STRUCTURES, "machines by name, each a mapping of keys as in set"),
            Field.section("cases", Kind.SECTIONS, CASE, "what is run").needed());

    private SuiteForm() {}

    static List<String> names(final List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    static Field field(final List<Field> fields, final String name) {
        return fields.get(IntStream.range(0, fields.size())
                .filter(i -> fields.get(i).name().equals(name))
                .findFirst()
                .orElseThrow());
    }
}
