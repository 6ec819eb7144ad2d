// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.machine.MachineStructure;
import fairlead.run.ToolException;
import fairlead.scenario.BadInput;
import fairlead.search.BufferUnit.At;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The energy of units and runs, by hand. */
class EnergyTest {
    private static final double EXACT = 1e-12;
    private static final String POWER =
            """
            library (power) {
              nom_voltage : 2.0; voltage_unit : "1V"; capacitive_load_unit (1, pf); leakage_power_unit : "1nW";
              power_lut_template (p) {
                variable_1 : total_output_net_capacitance; variable_2 : input_transition_time;
                index_1 ("0, 0.02"); index_2 ("0, 1");
              }
              cell (INV) {
                area : 1; cell_leakage_power : 0.5;
                pin (A) { direction : input; capacitance : 0.01; }
                pin (Y) { direction : output; function : "!A"; internal_power () { related_pin : "A";
                  rise_power (scalar) { values ("0.05"); } fall_power (scalar) { values ("0.15"); } } }
              }
              cell (DFF) {
                area : 6; cell_leakage_power : 3;
                ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; }
                pin (C) { direction : input; capacitance : 0.03; internal_power () {
                  rise_power (scalar) { values ("0.1"); } fall_power (scalar) { values ("0.3"); } } }
                pin (D) { direction : input; capacitance : 0.02; }
                pin (Q) { direction : output; function : "IQ"; internal_power () { related_pin : "C";
                  rise_power (p) { values ("0.1, 9", \\
                    "0.3, 9"); }
                  fall_power (p) { index_1 ("0, 0.01"); values ("0.2, 9", "0.4, 9"); } } }
              }
              cell (SET) { area : 7; ff (IQ, IQN) { next_state : "D"; clocked_on : "C"; preset : "S"; }
                pin (Q) { direction : output; function : "IQ"; } }
            }
            """;

    /** A flip-flop that takes its inverse in each cycle, whose output is q, and that of the inverter n. */
    private static final String TOGGLE =
            """
            {"modules": {"m": {
              "ports": {"clock": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [3]}},
              "cells": {
                "r": {"type": "DFF", "connections": {"C": [2], "D": [4], "Q": [3]}},
                "i": {"type": "INV", "connections": {"A": [3], "Y": [4]}}}}}}
            """;

    @TempDir
    private Path folder;

    private Liberty.Power power(String text) throws IOException {
        return Liberty.power(Files.writeString(folder.resolve("power.lib"), text));
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    @Test
    void aUnitIsTheSumOfItsPinsAndTables() throws IOException {
        UnitEnergy unit = UnitEnergy.of(json(TOGGLE), power(POWER));
        assertEquals(0.1 + 0.3 + 0.03 * 4, unit.rest(), EXACT, "two changes of the clock pin, each C V^2 / 2");
        double q = 0.01 * 4 / 2 + (0.2 + 0.4) / 2; // the pin of the inverter, and the tables at its load
        double n = 0.02 * 4 / 2 + (0.05 + 0.15) / 2;
        assertEquals(q + n, unit.busy(), EXACT, "each net changes once in each cycle");
        assertEquals(3.5, unit.leakage(), EXACT);
        UnitEnergy small = UnitEnergy.of(json(TOGGLE), power(POWER.replace("(1, pf)", "(1, ff)")));
        assertEquals(unit.busy() / 1000, small.busy(), EXACT);
    }

    /** Two inputs that are independent: their AND is 1 in a quarter of the cases, and changes in 3/8 of the cycles. */
    @Test
    void inputsAreRandomAndResetIsNot() throws IOException {
        String and = POWER.replace("pin (A) {", "pin (B) { direction : input; capacitance : 0; } pin (A) {")
                .replace("\"!A\"", "\"A B\"")
                .replace("capacitance : 0.01", "capacitance : 0");
        String net =
                """
                {"modules": {"m": {"ports": {
                  "a": {"direction": "input", "bits": [2]}, "PIN": {"direction": "input", "bits": [3]}},
                  "cells": {"g": {"type": "INV", "connections": {"A": [2], "B": [3], "Y": [4]}}}}}}
                """;
        assertEquals(0.1 * 3 / 8, UnitEnergy.of(json(net), power(and)).busy(), 0.002);
        assertEquals(
                0, UnitEnergy.of(json(net.replace("PIN", "reset")), power(and)).busy(), EXACT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nom_voltage : 2.0; | | nom_voltage, with voltage_unit : \"1V\"",
                "\"1V\" | \"1mV\" | nom_voltage, with voltage_unit : \"1V\"",
                "(1, pf) | (1, nf) | capacitive_load_unit in pf or ff",
                "internal_power | no_power | cells with internal_power",
            })
    void aLibraryWithoutPowerIsRefused(String old, String fresh, String what) {
        BadInput e = assertThrows(BadInput.class, () -> power(POWER.replace(old, fresh == null ? "" : fresh)));
        assertEquals(
                List.of(folder.resolve("power.lib") + " line 1: library power lacks, for energy: " + what), e.lines());
    }

    @Test
    void aCellThatCannotBeSimulatedIsNamed() throws IOException {
        Liberty.Power power = power(POWER);
        JsonNode set = json(TOGGLE.replace("\"DFF\"", "\"SET\""));
        assertTrue(assertThrows(ToolException.class, () -> UnitEnergy.of(set, power))
                .getMessage()
                .contains("cell SET is no gate"));
        JsonNode loop = json(TOGGLE.replace("\"DFF\"", "\"INV\"")
                .replace("\"C\": [2], \"D\": [4], \"Q\": [3]", "\"A\": [4], \"Y\": [3]"));
        assertTrue(assertThrows(ToolException.class, () -> UnitEnergy.of(loop, power))
                .getMessage()
                .contains("loop"));
    }

    /** The forms of liberty: cases 0 to 7 have the bits of A, B and C. */
    @ParameterizedTest
    @CsvSource({
        "(!(A B)), 01110111",
        "(A+B)', 00010001",
        "A ^ B & C, 01100000",
        "!A*B|C, 11110100",
        "(C*B)+(!C*A), 11001010",
        "(A')(B'), 00010001",
        "1, 11111111"
    })
    void functionsAreRead(String text, String wanted) {
        long[] nets = {0b10101010, 0b11001100, 0b11110000};
        long value = CellPower.logic(text, name -> "ABC".indexOf(name)).of(nets) & 0xff;
        assertEquals(wanted, String.format("%8s", Long.toBinaryString(value)).replace(' ', '0'));
    }

    @ParameterizedTest
    @CsvSource({"A +", "(A", "A)", "A ? B"})
    void aFunctionThatCannotBeReadIsNamed(String text) {
        String said = assertThrows(ToolException.class, () -> CellPower.logic(text, name -> 0))
                .getMessage();
        assertTrue(said.contains('"' + text + '"'), said);
    }

    private static final At TWO = BufferUnit.LINK_INPUT.at(2);
    private static final At FOUR = BufferUnit.LINK_INPUT.at(4);
    private static final At OUT = BufferUnit.EJECTION.at(2);

    private static double energy(Map<String, Double> counts) {
        PointFacts point =
                new PointFacts("model", null, null, Map.of(), Map.of(TWO, 4.0, FOUR, 2.0, OUT, 4.0), 8, null);
        Map<At, UnitEnergy> units = Map.of(
                TWO, new UnitEnergy(100, 10, 0), FOUR, new UnitEnergy(200, 40, 0), OUT, new UnitEnergy(50, 5, 0));
        return Energy.parts(point, units, counts).stream()
                .mapToDouble(Energy.Part::all)
                .sum();
    }

    @Test
    void aRunIsCyclesAtRestAndBusyCycles() {
        Map<String, Double> counts =
                new HashMap<>(Map.of("completion_time", 500.0, "packets", 7.0, "flits", 30.0, "flit_hops", 120.0));
        double rest = 500 * 8 * (4 * 100 + 2 * 200 + 4 * 50);
        double hops = 2 * (120 - 30) * (10 * 4 + 40 * 2) / 6.0; // the flits pass shallow and deep units alike
        assertEquals((rest + hops + 2 * 30 * 5) / 1000, energy(counts), EXACT * rest);
        counts.put("flit_hops", 210.0); // twice as many over links
        assertEquals((rest + 2 * hops + 2 * 30 * 5) / 1000, energy(counts), EXACT * rest);
        counts.put("completion_time", 1000.0);
        assertEquals((2 * rest + 2 * hops + 2 * 30 * 5) / 1000, energy(counts), EXACT * rest);
    }

    /** A deeper buffer has more flip-flops to clock; its figures are kept, and damage to the library is not missed. */
    @Test
    @Tag("lab")
    void aMappedUnitIsKeptByItsHash() throws IOException {
        String path = System.getenv().getOrDefault("PATH", "");
        assumeTrue(CellTools.yosys(path) != null, "yosys is not installed (scripts/setup --provers)");
        assumeTrue(Files.exists(CellTools.OSU018), "no cell library is installed (scripts/setup --provers)");
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).toAbsolutePath();
        Files.createDirectories(folder.resolve("hw"));
        Files.createSymbolicLink(folder.resolve("hw/target"), root.resolve("hw/target"));
        Path library = Files.copy(CellTools.OSU018, folder.resolve("cells.lib"));
        PointFacts point = new PointFacts(
                "model",
                null,
                null,
                Map.of(),
                Map.of(BufferUnit.EJECTION.at(1), 1.0, BufferUnit.EJECTION.at(3), 1.0),
                1,
                MachineStructure.STANDARD);
        Map<String, Double> counts = Map.of("completion_time", 10.0, "packets", 1.0, "flits", 2.0, "flit_hops", 3.0);
        List<String> mapped = new ArrayList<>();
        double[] sums = new double[3];
        for (int i = 0; i < sums.length; i++) {
            if (i == 2) {
                String text = Files.readString(library);
                Files.writeString(library, text.replace("nom_voltage : 1.8", "nom_voltage : 3.6"));
            }
            CellArea area = assertInstanceOf(
                    CellArea.class, CellArea.open(folder, path, library, MemoryMacros.NONE, 1, text -> {}));
            Energy energy = Energy.open(area, folder.resolve("kept"), 1, mapped::add);
            sums[i] = energy.energy(point, counts);
            assertEquals(i < 2 ? 2 : 4, mapped.size(), "run " + i);
            Map<Integer, Double> rest = new HashMap<>();
            energy.parts(point, counts)
                    .forEach(part -> rest.put(part.at().depth(), part.figures().rest()));
            assertTrue(rest.get(3) > rest.get(1) + 2 * BufferUnit.EJECTION.bits() * 0.1, rest.toString());
        }
        assertEquals(sums[0], sums[1]);
        assertTrue(sums[2] > sums[1] * 1.5, "twice the voltage");
    }
}
