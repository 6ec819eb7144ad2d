// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.rtl.VerilogPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The modules of a tile in a folder of elaborated Verilog, one a file, and which of them are memories. */
record RtlModules(Path rtl) {
    private static final Pattern MEMORY = Pattern.compile("\\w+?_(\\d+)x(\\d+)(_\\d+)?");
    private static final Pattern INSTANCE = Pattern.compile("^  ([A-Za-z]\\w*) (?:\\w+) \\($", Pattern.MULTILINE);
    private static final Pattern PORT = Pattern.compile("(input|output)?\\s*(?:\\[(\\d+):0])?\\s*(\\w+)\\s*(?:,|$)");
    private static final Pattern LATE = Pattern.compile("\\breg\\b.*\\b_R\\d+_addr_d\\d");

    RtlModules {
        rtl = rtl.toAbsolutePath(); // the tools work in other folders
    }

    /** A port of a memory. */
    record Port(String name, boolean output, int width) {
        /** Returns the first part of the name, as R0 and W0. */
        String group() {
            return name.substring(0, name.indexOf('_'));
        }
    }

    /**
     * A memory.
     *
     * @param late whether what is read appears after the clock that takes the address
     */
    record Memory(String name, int depth, int width, List<Port> ports, boolean late) {
        /** Returns the size with the number of ports, as 32x64x1r1w. */
        String size() {
            return depth + "x" + width + "x" + count('R') + "r" + count('W') + "w";
        }

        private long count(char way) {
            return ports.stream()
                    .filter(port -> port.name().charAt(0) == way && port.name().endsWith("_clk"))
                    .count();
        }
    }

    static boolean isMemory(String module) {
        return MEMORY.matcher(module).matches();
    }

    /** Returns the bits of a memory, which its name tells. */
    static long bits(String memory) {
        Matcher size = MEMORY.matcher(memory);
        return size.matches() ? Long.parseLong(size.group(1)) * Long.parseLong(size.group(2)) : 0;
    }

    /** Returns the names of all modules but the memories. */
    List<String> names() {
        return VerilogPorts.modules(rtl).stream().filter(f -> !isMemory(f)).toList();
    }

    Path file(String module) {
        return rtl.resolve(module + ".sv");
    }

    String text(String module) {
        try {
            return Files.readString(file(module));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the module of each instance in a module. */
    List<String> instances(String module) {
        return INSTANCE.matcher(text(module))
                .results()
                .map(instance -> instance.group(1))
                .filter(name -> Files.exists(file(name)))
                .toList();
    }

    /** Returns a module and all modules in it; what is in a box is left out. */
    Set<String> below(String module, Predicate<String> isBox) {
        Set<String> found = new TreeSet<>();
        List<String> open = new ArrayList<>(List.of(module));
        while (!open.isEmpty()) {
            String name = open.remove(open.size() - 1);
            if (found.add(name) && !isBox.test(name)) {
                open.addAll(instances(name));
            }
        }
        return found;
    }

    /** Returns the declaration of a module, up to the end of its ports. */
    String head(String module) {
        return head(module, text(module));
    }

    private static String head(String module, String text) {
        int start = text.indexOf("module " + module + "(");
        return text.substring(start, text.indexOf(");", start));
    }

    Memory memory(String name) {
        return memory(name, text(name));
    }

    /** Returns a memory in a text of Verilog. */
    static Memory memory(String name, String text) {
        Matcher size = MEMORY.matcher(name);
        if (!size.matches()) {
            throw new IllegalArgumentException(name + " is no memory");
        }
        List<Port> ports = new ArrayList<>();
        boolean output = false;
        int width = 1;
        Matcher port = PORT.matcher(head(name, text).substring(("module " + name + "(").length()));
        while (port.find()) {
            if (port.group(1) != null) { // a name alone repeats direction and width
                output = port.group(1).equals("output");
            }
            if (port.group(1) != null || port.group(2) != null) {
                width = port.group(2) == null ? 1 : Integer.parseInt(port.group(2)) + 1;
            }
            ports.add(new Port(port.group(3), output, width));
        }
        boolean late = LATE.matcher(text).find();
        return new Memory(name, Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)), ports, late);
    }
}
