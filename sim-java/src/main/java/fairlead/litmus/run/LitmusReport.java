// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The results of litmus tests as text and as JSON. */
public final class LitmusReport {
    private static final int MOST_LINES = 12; // the greatest number of outcomes printed for one test

    private LitmusReport() {}

    /** Returns the state of a test in one or two words. */
    public static String state(final TestResult r) {
        if (r.fails()) {
            return r.forbidden().isEmpty() && r.errors().isEmpty() ? "not seen" : "FAILS";
        }
        return r.isNotRun() ? "not run" : "holds";
    }

    public static String text(final TestResult r) {
        final StringBuilder out = new StringBuilder();
        out.append(String.format("%-9s %-24s %5d runs  %s%n", state(r), r.name(), r.schedules(), r.doc()));
        r.histogram().entrySet().stream()
                .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
                .limit(MOST_LINES)
                .forEach(e -> out.append(
                        String.format("    %6d  %s%n", e.getValue(), e.getKey().isEmpty() ? "ended" : e.getKey())));
        if (r.histogram().size() > MOST_LINES) {
            out.append(String.format(
                    "            and %d more outcomes%n", r.histogram().size() - MOST_LINES));
        }
        for (final TestResult.Finding f : r.forbidden()) {
            out.append(String.format(
                    "    forbidden: %s: %s, %d times%n      repeat with: %s%n",
                    f.condition(), f.outcome(), f.count(), f.repro()));
        }
        for (final TestResult.Finding f : r.errors()) {
            final boolean ran = !f.repro().equals("-"); // a contradiction in the file is found without a run
            out.append(
                    ran
                            ? String.format(
                                    "    error: %s: %s, %d times%n      repeat with: %s%n",
                                    f.condition(), f.outcome(), f.count(), f.repro())
                            : String.format("    error: %s%n", f.condition()));
        }
        r.missing().forEach(m -> out.append(String.format("    not seen: %s%n", m)));
        r.notApplicable().forEach(m -> out.append(String.format("    not applicable: %s%n", m)));
        if (!r.needs().isEmpty()) {
            out.append(String.format("    needs %s%n", String.join(", ", r.needs())));
        }
        if (!r.unjudged().isEmpty()) {
            out.append(String.format("    conditions only: %s%n", r.unjudged()));
        }
        return out.toString();
    }

    public static String summary(final List<TestResult> results) {
        final long fails = results.stream().filter(TestResult::fails).count();
        final long notRun = results.stream().filter(TestResult::isNotRun).count();
        return String.format(
                "%d tests: %d hold, %d fail, %d not run; %d runs",
                results.size(),
                results.size() - fails - notRun,
                fails,
                notRun,
                results.stream().mapToLong(TestResult::schedules).sum());
    }

    public static String json(final List<TestResult> results) {
        final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        final ObjectNode root = mapper.createObjectNode();
        final ArrayNode tests = root.putArray("tests");
        for (final TestResult r : results) {
            final ObjectNode one = tests.addObject();
            one.put("file", r.file());
            one.put("name", r.name());
            one.put("schedules", r.schedules());
            one.put("points", r.points());
            findings(one.putArray("forbidden"), r.forbidden());
            one.set("missing_seen", mapper.valueToTree(r.missing()));
            one.set("not_applicable", mapper.valueToTree(r.notApplicable()));
            one.set("needs", mapper.valueToTree(r.needs()));
            findings(one.putArray("errors"), r.errors());
            one.put("model", r.isNotRun() ? "not run" : r.unjudged().isEmpty() ? "judged" : r.unjudged());
            one.set("histogram", mapper.valueToTree(r.histogram()));
        }
        try {
            return mapper.writeValueAsString(root) + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void findings(final ArrayNode to, final List<TestResult.Finding> findings) {
        for (final TestResult.Finding f : findings) {
            final ObjectNode one = to.addObject();
            one.put("condition", f.condition());
            one.put("outcome", f.outcome());
            one.put("count", f.count());
            one.put("repro", f.repro());
        }
    }
}
