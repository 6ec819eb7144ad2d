// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The collective network and the torus never wait for each other: in the emitted Verilog of the tile, CollectiveRouter
 * and CollectiveDevice see pins, each other, the host port and ConfigGuard alone, and no other unit sees them.
 */
@Tag("M-274")
class NetworksApartTest {
    private static final Path TILE =
            Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", "..")).resolve("hw/target/rtl/product/Tile.sv");
    private static final String UNIT = "tree";
    private static final String DEVICE = "device"; // reads what the network brings
    private static final String LIMITS = "limits"; // what passes the configuration, of whose pins alone it may know

    private static boolean isOwn(String unit) {
        return UNIT.equals(unit) || DEVICE.equals(unit);
    }

    private static final Pattern INSTANCE = Pattern.compile("(?m)^  (\\w+) (\\w+) \\(\\n(.*?)^  \\);", Pattern.DOTALL);
    private static final Pattern CONNECTION = Pattern.compile("\\.(\\w+)\\s*\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern WIRE =
            Pattern.compile("(?:wire(?: \\[\\d+:\\d+\\])?|assign)\\s+(\\w+)\\s*=(.*?);", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("(?<![\\w'])[A-Za-z_]\\w*");

    /** Returns the expression at each port, by instance and port. */
    private static Map<String, Map<String, String>> instances(String verilog) {
        Map<String, Map<String, String>> instances = new HashMap<>();
        Matcher instance = INSTANCE.matcher(verilog);
        while (instance.find()) {
            Map<String, String> ports = new HashMap<>();
            for (String line : instance.group(3).split(",\\n")) {
                Matcher connection = CONNECTION.matcher(line.trim());
                if (connection.matches()) {
                    ports.put(connection.group(1), connection.group(2).trim());
                }
            }
            instances.put(instance.group(2), ports);
        }
        return instances;
    }

    private static Set<String> names(String expression) {
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(expression);
        while (name.find()) {
            names.add(name.group());
        }
        return names;
    }

    /** Returns all names on which an expression depends within the tile, through its wires. */
    private static Set<String> sources(String expression, Map<String, String> wires) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(names(expression));
        while (!open.isEmpty()) {
            String name = open.poll();
            if (seen.add(name) && wires.containsKey(name)) {
                open.addAll(names(wires.get(name)));
            }
        }
        seen.removeAll(wires.keySet());
        return seen;
    }

    private static Map<String, String> wires(String verilog) {
        Map<String, String> wires = new HashMap<>();
        Matcher wire = WIRE.matcher(verilog);
        while (wire.find()) {
            wires.put(wire.group(1), wire.group(2));
        }
        return wires;
    }

    /** Returns the ports that depend on a unit on which they must not depend. */
    private static Set<String> faults(String verilog) {
        Map<String, Map<String, String>> instances = instances(verilog);
        assertTrue(
                instances.keySet().containsAll(List.of(UNIT, DEVICE, "router", "dma", "host")),
                instances.keySet() + "");
        Map<String, String> wires = wires(verilog);
        Map<String, String> driver = new HashMap<>(); // the instance whose output drives each wire
        instances.forEach((unit, ports) -> ports.forEach((port, expression) -> {
            if (expression.startsWith("_" + unit + "_")) {
                driver.put(expression, unit);
            }
        }));
        Set<String> faults = new TreeSet<>();
        instances.forEach((unit, ports) -> ports.forEach((port, expression) -> {
            if (driver.containsKey(expression) && driver.get(expression).equals(unit)) {
                return; // the port is an output
            }
            for (String source : sources(expression, wires)) {
                String from = driver.get(source);
                boolean wrong = isOwn(unit)
                        ? from != null && !List.of("host", LIMITS).contains(from) && !isOwn(from)
                        : isOwn(from) || unit.equals(LIMITS) && from != null;
                if (wrong) {
                    faults.add(unit + "." + port + " sees " + source);
                }
            }
        }));
        return faults;
    }

    @Test
    void neitherNetworkSeesTheOther() throws IOException {
        String verilog = Files.readString(TILE);
        assertEquals(Set.of(), faults(verilog));
        Map<String, String> ports = instances(verilog).get(UNIT);
        assertTrue(ports.size() > 50, ports.size() + " ports");
        assertEquals(Set.of("treeClock"), names(ports.get("clock")));
    }

    @Test
    void aWireBetweenTheTwoIsSeenInBothDirections() throws IOException {
        String verilog = Files.readString(TILE);
        Map<String, Map<String, String>> units = instances(verilog);
        String inject = units.get(UNIT).get("io_inject_w1");
        String torus = units.get("dma").values().stream()
                .filter(e -> e.matches("_dma_\\w+"))
                .findFirst()
                .orElseThrow();
        String toTree =
                verilog.replaceFirst("(\\.io_inject_w1\\s+\\()" + Pattern.quote(inject), "$1" + inject + " ^ " + torus);
        assertEquals(Set.of(UNIT + ".io_inject_w1 sees " + torus), faults(toTree));
        String busy = units.get(UNIT).get("io_busy");
        String toTorus = verilog.replaceFirst(
                        "(  BarrierUnit barrier \\(\\n(?:.*\\n)*?    \\.io_cmd_valid\\s+\\()", "$1hidden & ")
                .replace("  CollectiveRouter " + UNIT, "  wire hidden = ~" + busy + ";\n  CollectiveRouter " + UNIT);
        assertEquals(Set.of("barrier.io_cmd_valid sees " + busy), faults(toTorus));
    }
}
