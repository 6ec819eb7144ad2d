// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Property.Mutants;
import fairlead.lab.proofs.ProverTool.ProveException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Verilog of one harness in the form that the provers read: assertions are named by their identifiers, and a top
 * module holds reset high in the first two cycles.
 */
public final class Netlist {
    /** The name of the top module around the harness. */
    public static final String TOP = "proof_top";

    private static final Pattern ASSERTION = Pattern.compile(
            "\\w+ ?: assert\\(([^\"]*?)\\) else \\$error\\(\"Assertion failed(?: at [^\"]*?)?: ([A-Z]+_[A-Z]\\d+):"
                    + " ((?:[^\"\\\\]|\\\\.)*)\"\\)");
    private static final Pattern MODULE = Pattern.compile("\\bmodule (\\w+)\\b");
    private static final Pattern HEAD = Pattern.compile(MODULE + " ?\\(([^;]*)\\) ?;");
    private static final Pattern BODY = Pattern.compile(MODULE + "(.*?)\\bendmodule\\b");
    private static final Pattern INSTANCE = Pattern.compile("\\b(\\w+) \\w+ \\(");
    private static final Pattern BY_OUTPUT = Pattern.compile("\\b(?:live|rest)_([A-Z]+_[LG]\\d+)\\b");
    private static final Pattern PORT = Pattern.compile("(input|output)? ?(\\[\\d+:\\d+\\])? ?(\\w+)");

    private final String text;

    private Netlist(String squeezed) {
        text = squeezed;
    }

    /** @param verilog the text as emitted */
    public static Netlist of(String verilog) {
        return new Netlist(squeeze(verilog.replaceAll("//[^\n]*", "")));
    }

    Set<String> stated() {
        Set<String> all = byOutputs();
        all.addAll(statements().keySet());
        return all;
    }

    Set<String> modules() {
        return names(MODULE);
    }

    /** Returns the text of each assertion by identifier. */
    public Map<String, String> statements() {
        Map<String, String> all = new TreeMap<>();
        ASSERTION
                .matcher(text)
                .results()
                .forEach(m ->
                        all.put(m.group(2), m.group(3).replaceAll("\\\\n$", "").trim()));
        return all;
    }

    /** A port of a module. */
    record Pin(boolean isInput, int width) {
        String declaration(String name) {
            return (isInput ? "input " : "output ") + (width == 1 ? "" : "[" + (width - 1) + ":0] ") + name;
        }
    }

    /** Returns the ports of a module in their order. */
    Map<String, Pin> pins(String module) {
        return pins(heads().filter(m -> m.group(1).equals(module))
                .findFirst()
                .orElseThrow(() -> new ProveException("no module " + module + " in the Verilog")));
    }

    private static Map<String, Pin> pins(MatchResult head) {
        Map<String, Pin> pins = new LinkedHashMap<>();
        boolean isInput = false;
        int width = 1;
        for (String port : head.group(2).split(",")) {
            Matcher m = PORT.matcher(port.trim());
            if (!m.matches()) {
                throw new ProveException("port not understood: " + port);
            }
            if (m.group(1) != null) {
                isInput = m.group(1).equals("input");
                width = 1;
            }
            width = m.group(2) == null
                    ? width
                    : Integer.parseInt(m.group(2).substring(1, m.group(2).indexOf(':'))) + 1;
            pins.put(m.group(3), new Pin(isInput, width));
        }
        return pins;
    }

    /** Returns the texts of the assertions, by identifier, that are neither in a unit nor in what it instantiates. */
    Map<String, String> statementsAround(String unit) {
        Map<String, String> bodies = new TreeMap<>();
        BODY.matcher(text).results().forEach(m -> bodies.put(m.group(1), m.group(2)));
        Map<String, String> around = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>(List.of(lastModule().group(1)));
        Set<String> seen = new TreeSet<>(Set.of(unit));
        while (!open.isEmpty()) {
            String module = open.pop();
            if (seen.add(module)) {
                around.putAll(new Netlist(bodies.get(module)).statements());
                INSTANCE.matcher(bodies.get(module))
                        .results()
                        .map(instance -> instance.group(1))
                        .filter(bodies::containsKey)
                        .forEach(open::push);
            }
        }
        return around;
    }

    /** Returns the identifiers of the statements that outputs express: liveness (XX_L1) and rest (XX_G1). */
    public Set<String> byOutputs() {
        return names(BY_OUTPUT);
    }

    /** Returns what the first group of a pattern finds. */
    private Set<String> names(Pattern pattern) {
        return pattern.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns Verilog whose assertion cells are named {@code <id>__<n>}. If {@code live} names a statement of liveness
     * or rest, its outputs remain outputs of the top module.
     */
    public String verilog(String live) {
        return verilog(live, false);
    }

    /** Returns the same, with a choice of the active mutant if {@code mutated}. */
    String verilog(String live, boolean mutated) {
        return cells() + wrapper(live, -1, mutated);
    }

    /**
     * Returns Verilog in which a liveness statement is a safety statement: the goal is reached within {@code most}
     * rounds, in each of which every fairness condition has held.
     */
    String rounds(String live, int most, boolean mutated) {
        return cells() + wrapper(live, most, mutated);
    }

    private static String counted(String live, List<String> fair, int most) {
        String all = fair.isEmpty() ? "1'b1" : "{" + String.join(", ", fair) + "}";
        return String.format(
                " reg [%1$d:0] fair_seen; reg [15:0] fair_rounds; wire [%1$d:0] fair_now = fair_seen | %2$s;"
                        + " always @(posedge clock) begin"
                        + " if (first | assert_fair_0) begin fair_seen <= 0; fair_rounds <= 0; end"
                        + " else begin fair_seen <= &fair_now ? 0 : fair_now;"
                        + " if (&fair_now && fair_rounds <= %3$d) fair_rounds <= fair_rounds + 1; end"
                        + " if (!first) %4$s__0: assert(fair_rounds <= %3$d); end",
                Math.max(0, fair.size() - 1), all, most, live);
    }

    private String cells() {
        AtomicInteger n = new AtomicInteger();
        String out = ASSERTION
                .matcher(text)
                .replaceAll(m -> Matcher.quoteReplacement(
                        m.group(2) + "__" + n.getAndIncrement() + ": assert(" + m.group(1) + ")"));
        int left = out.indexOf("$error");
        if (left >= 0) {
            throw new ProveException(
                    "an assertion has no identifier: " + out.substring(left, Math.min(out.length(), left + 100)));
        }
        return out + "\n";
    }

    private Stream<MatchResult> heads() {
        return HEAD.matcher(text).results();
    }

    private MatchResult lastModule() {
        return heads().reduce((first, last) -> last).orElseThrow(() -> new ProveException("no module in the Verilog"));
    }

    /**
     * @param rounds the number of rounds within which the goal of {@code live} must be reached; if negative, goal and
     *      fairness conditions are outputs of the top module
     * @param mutated whether an input chooses the active mutant in the first cycle
     */
    private String wrapper(String live, int rounds, boolean mutated) {
        MatchResult module = lastModule();
        List<String> outer = new ArrayList<>(List.of("input clock"));
        List<String> fair = new ArrayList<>();
        List<String> pair = new ArrayList<>();
        List<String> inner = new ArrayList<>(List.of(".clock(clock)", ".reset(first)"));
        for (Map.Entry<String, Pin> port : pins(module).entrySet()) {
            String pin = port.getKey();
            if (port.getValue().isInput() && !pin.equals("clock") && !pin.equals("reset")) {
                outer.add(port.getValue().declaration(pin));
                inner.add("." + pin + "(" + pin + ")");
            } else if (live != null && pin.equals("live_" + live)) {
                pair.add("assert_fair_0");
                inner.add("." + pin + "(assert_fair_0)");
            } else if (live != null && pin.equals("rest_" + live)) {
                outer.add("output rest");
                inner.add("." + pin + "(rest)");
            } else if (live != null && pin.startsWith("fair_" + live + "_")) {
                String mine = "assume_fair_" + pin.substring(pin.lastIndexOf('_') + 1);
                fair.add(mine);
                pair.add(mine);
                inner.add("." + pin + "(" + mine + ")");
            }
        }
        if (live != null && !pair.contains("assert_fair_0") && !outer.contains("output rest")) {
            throw new ProveException("the harness has no output live_" + live + " or rest_" + live);
        }
        String wires = "";
        String statement = "";
        if (rounds < 0) {
            pair.forEach(pin -> outer.add("output " + pin));
        } else {
            wires = " wire " + String.join(", ", pair) + ";";
            statement = counted(live, fair, rounds);
        }
        if (mutated) {
            outer.add(String.format("input [%d:0] %s", Mutants.BITS - 1, Mutants.CHOICE));
            wires += String.format(
                    " reg [%d:0] %2$s = 0; always @(posedge clock) if (second) %2$s <= %3$s;",
                    Mutants.BITS - 1, Mutants.ACTIVE, Mutants.CHOICE);
        }
        return "module " + TOP + "(" + String.join(", ", outer) + ");" + wires
                + " reg first = 1'b1, second = 1'b1; always @(posedge clock) begin first <= second; second <= 1'b0;"
                + " end "
                + module.group(1) + " top(" + String.join(", ", inner) + ");" + statement + " endmodule\n";
    }

    private static String squeeze(String verilog) {
        return verilog.replaceAll("\\s+", " ").trim();
    }
}
