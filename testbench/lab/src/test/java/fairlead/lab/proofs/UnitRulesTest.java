// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.lab.proofs.Netlist.Pin;
import fairlead.lab.proofs.UnitRules.Fate;
import fairlead.lab.proofs.UnitRules.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitRulesTest {
    private static final Path ROOT = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "."));
    private static final String BUGS = "testbench/lab/src/test/resources/fairlead/lab/proofs/unit-bugs.tsv";
    private static final Path PRODUCT = ROOT.resolve("hw/target/rtl/product");

    @TempDir
    Path folder;

    private Map<String, Fate> ask(String unit, String verilog) throws IOException {
        Path file = folder.resolve("own.sv");
        Files.writeString(file, verilog);
        Map<String, Fate> fates = new TreeMap<>();
        List<Rule> rules = new UnitRules(
                        Elaborator.unitHarnesses(ROOT, "service", "read_port", "link_pace"), PRODUCT, 60)
                .ask(unit, List.of(file.toString()), folder, rule -> {});
        rules.forEach(rule -> fates.merge(rule.property().assertion(), rule.fate(), (a, b) -> a == Fate.HOLDS ? b : a));
        return fates;
    }

    @Test
    void ourUnitKeepsItsRulesAndASeededBugIsNamedWithAWaveform() throws IOException {
        String ours = Files.readString(PRODUCT.resolve("ServiceOrder.sv"));
        Map<String, Fate> fates = ask("ServiceOrder", ours);
        assertEquals(Set.of(Fate.HOLDS), Set.copyOf(fates.values()), fates.toString());
        Set<String> some = Set.of("PSO_P1", "PSO_P2", "PSO_P3", "PSO_L1", "PIN_P0", "PIN_P3");
        assertTrue(fates.keySet().containsAll(some), fates.toString());
        assertFalse(Files.exists(folder.resolve("service_PSO_P1.vcd")));

        String bug = ours.replaceFirst(
                "(?s)if \\(reset\\) begin.*?end // always @\\(posedge\\)", "end // nothing is ordered");
        assertFalse(bug.equals(ours));
        assertEquals(Fate.FAILS, ask("ServiceOrder", bug).get("PSO_P1"));
        assertTrue(Files.size(folder.resolve("service_PSO_P1.vcd")) > 1000);
    }

    /** Bugs as a person makes them, in units with few harnesses: each one is named by a rule or by an output. */
    @Test
    @Tag("slow")
    void seededBugsAreNamed() throws IOException {
        for (String row : Files.readAllLines(ROOT.resolve(BUGS))) {
            String[] bug = row.split("\t"); // unit, what is named, text, other text
            String ours = Files.readString(PRODUCT.resolve(bug[0] + ".sv"));
            assertTrue(ours.contains(bug[2]), row);
            Map<String, Fate> fates =
                    ask(bug[0], ours.replaceFirst(Pattern.quote(bug[2]), Matcher.quoteReplacement(bug[3])));
            Fate wanted = bug[1].startsWith("PIN") ? Fate.DIFFERS : Fate.FAILS;
            assertEquals(wanted, fates.get(bug[1]), row + ": " + fates);
        }
    }

    /** A unit that never grants keeps every rule about grants; no rule is said to hold for it. */
    @Test
    void whatNeverHappensIsNotExercised() throws IOException {
        StringBuilder idle = new StringBuilder();
        Map<String, Pin> pins =
                Netlist.of(Files.readString(PRODUCT.resolve("ReadPort.sv"))).pins("ReadPort");
        pins.forEach((name, pin) -> {
            if (!pin.isInput()) {
                idle.append("assign ").append(name).append(" = 0;\n");
            }
        });
        String header = String.join(
                ", ",
                pins.entrySet().stream()
                        .map(pin -> pin.getValue().declaration(pin.getKey()))
                        .toList());
        Map<String, Fate> fates = ask("ReadPort", "module ReadPort(" + header + ");\n" + idle + "endmodule\n");
        assertEquals(Fate.NOT_EXERCISED, fates.get("PRP_P2"), fates.toString());
        assertFalse(fates.containsValue(Fate.HOLDS), fates.toString());
    }

    @Test
    void whatYosysCannotReadIsNamed() {
        UnitRules.Unreadable e = assertThrows(
                UnitRules.Unreadable.class,
                () -> ask("ServiceOrder", "module ServiceOrder(input logic [1:0][1:0] a);\nendmodul\n"));
        assertTrue(
                e.getMessage().contains("cannot read the unit")
                        && e.getMessage().contains("own.sv:1"),
                e.getMessage());
    }

    @Test
    void theAdapterFitsWidths() {
        Map<String, Pin> outer = new LinkedHashMap<>();
        outer.put("clock", new Pin(true, 1));
        outer.put("wide", new Pin(true, 4));
        outer.put("small", new Pin(true, 2));
        outer.put("out", new Pin(false, 2));
        outer.put("inside", new Pin(false, 1));
        Map<String, Pin> own = new LinkedHashMap<>(outer);
        own.put("wide", new Pin(true, 3));
        own.put("small", new Pin(true, 8));
        own.put("out", new Pin(false, 5));
        own.put("absent", new Pin(true, 2));
        own.remove("inside");
        assertEquals(
                "module U(input clock, input [3:0] wide, input [1:0] small, output [1:0] out, output inside);\n"
                        + "  wire [4:0] own_out;\n  wire [1:0] ours_out;\n  assign out = own_out[1:0];\n"
                        + "  always @(posedge clock) if (!reset) PIN_P0__0: assert(ours_out[1:0] == own_out[1:0]);\n"
                        + "  U__ours ours(.clock(clock), .wide(wide), .small(small), .out(ours_out));\n"
                        + "  U__own own(.clock(clock), .wide(wide[2:0]), .small({6'b0, small}), .absent(2'b0), "
                        + ".out(own_out));\nendmodule\n",
                UnitAdapter.of("U", outer, own));
    }
}
