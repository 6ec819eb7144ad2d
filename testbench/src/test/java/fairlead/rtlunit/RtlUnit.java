// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.LoadedStructure;
import fairlead.rtl.NativeLibraries;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/**
 * One unit of the RTL with its assertions, Verilated as a top of its own (verilator/include/unit_abi.h) and driven pin
 * by pin. Ports have the names of the Verilog without `io_`; a port of up to 64 bits is one long. A cycle: {@link #set}
 * inputs, {@link #settle}, {@link #get} outputs, again as often as answers decide inputs, then {@link #edge}.
 */
public final class RtlUnit implements AutoCloseable {
    private static final NativeLibrary LIBRARY = open();
    private static final boolean MUTANTS = hasFunction("fl_mutant");

    /** @param word index of its first word in the array of inputs or of outputs */
    record Port(String name, boolean input, int bits, int word) {
        long mask() {
            return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
        }
    }

    private final String name;
    private final Map<String, Port> ports = new LinkedHashMap<>();
    private final Function settle = LIBRARY.getFunction("unit_settle");
    private final Function edge = LIBRARY.getFunction("unit_edge");
    private final long[] in;
    private final long[] out;
    private final Memory inMemory;
    private final Memory outMemory;
    private final Object[] settleArguments;
    private final Object[] handleArgument;
    private Pointer handle;
    private boolean settled; // the outputs are those of the inputs
    private final long[] invertedIn; // bits of each word
    private final long[] invertedOut;
    private List<String> tolerated = List.of();

    public RtlUnit(String name) {
        this.name = name;
        handle = LIBRARY.getFunction("unit_open").invokePointer(new Object[] {name});
        if (handle == null) {
            throw new IllegalArgumentException("no unit " + name + "; the library has " + names());
        }
        handleArgument = new Object[] {handle};
        for (String line : text("unit_ports", handle).split("\n")) {
            String[] part = line.split(" ");
            String port = (part[0].startsWith("io_") ? part[0].substring("io_".length()) : part[0]).intern();
            ports.put(port, new Port(port, part[1].equals("in"), Integer.parseInt(part[2]), Integer.parseInt(part[3])));
        }
        in = new long[words(0)];
        out = new long[words(1)];
        invertedIn = new long[in.length];
        invertedOut = new long[out.length];
        inMemory = new Memory((long) (in.length + 1) * Long.BYTES);
        outMemory = new Memory((long) (out.length + 1) * Long.BYTES);
        settleArguments = new Object[] {handle, inMemory, outMemory};
    }

    private record Name(String first, int number, String last, String whole) {}

    private static final Name[] NAMES = new Name[1 << 14]; // open addressing: there are a few hundred

    /**
     * Returns the name of a port, `first`, a number and `last`, which is made once: more than half of the time of a
     * comparison would be spent on making and comparing names.
     */
    static String pin(String first, int number, String last) {
        int at = (first.hashCode() * 31 + number) * 31 + last.hashCode() & NAMES.length - 1;
        for (; NAMES[at] != null; at = at + 1 & NAMES.length - 1) {
            Name name = NAMES[at];
            if (name.number == number && name.first.equals(first) && name.last.equals(last)) {
                return name.whole;
            }
        }
        NAMES[at] = new Name(first, number, last, (first + (number < 0 ? "" : number) + last).intern());
        return NAMES[at].whole;
    }

    static String pin(String first, int number) {
        return pin(first, number, "");
    }

    static String pin(String first, String last) {
        return pin(first, -1, last);
    }

    static String pin(String first, int number, String between, int second) {
        return pin(pin(first, number, between), second, "");
    }

    private static NativeLibrary open() {
        Path path = NativeLibraries.path(LoadedStructure.folderOrNull() == null ? "units" : "router_unit");
        NativeLibrary library = NativeLibrary.getInstance(path.toString());
        NativeLibraries.requireSameLayout(
                path,
                library.getFunction("unit_layout_hash").invokeString(new Object[0], false),
                HwLayout.manifestHash());
        return library;
    }

    /** Returns the names of all units of the library. */
    static List<String> names() {
        return List.of(text("unit_names").trim().split(" "));
    }

    private static String text(String function, Object... arguments) {
        return LIBRARY.getFunction(function).invokeString(arguments, false);
    }

    private int words(int outputs) {
        return LIBRARY.getFunction("unit_words").invokeInt(new Object[] {handle, outputs});
    }

    Iterable<Port> ports() {
        return ports.values();
    }

    /** Applies a fault from now on, until the next call. */
    void alter(Alteration fault) {
        Arrays.fill(invertedIn, 0);
        Arrays.fill(invertedOut, 0);
        fault.bits().forEach((port, bits) -> {
            Port altered = ports.get(port);
            (altered.input ? invertedIn : invertedOut)[altered.word] = bits;
        });
    }

    /**
     * Tolerates failures of the assertions whose text begins with one of the prefixes: those about the unit's
     * surroundings, in a test that breaks their rules.
     */
    public void tolerate(String... prefixes) {
        tolerated = List.of(prefixes);
    }

    boolean has(String port) {
        return ports.containsKey(port);
    }

    private Port port(String port, boolean input) {
        Port found = ports.get(port);
        if (found == null || found.input != input || found.bits > Long.SIZE) {
            throw new IllegalArgumentException(name + " has no " + (input ? "input " : "output ") + port
                    + " of up to 64 bits; ports: " + ports.keySet());
        }
        return found;
    }

    /** Gives a command in one cycle. */
    void command(int op, long word) {
        set("cmd_valid", true);
        set("cmd_op", op);
        set("cmd_w_0", word);
        edge();
        set("cmd_valid", false);
        settle();
    }

    /** Sets an input; of units with mutants, one that only assertions or flaws read may be absent, and is left out. */
    public void set(String port, long value) {
        if (hasMutants() && !has(port)) {
            return;
        }
        Port to = port(port, true);
        if ((value & ~to.mask()) != 0) {
            throw new IllegalArgumentException(name + "." + port + " has " + to.bits + " bits, given " + value);
        }
        long given = value ^ invertedIn[to.word];
        settled &= given == in[to.word];
        in[to.word] = given;
    }

    public void set(String port, boolean value) {
        set(port, value ? 1 : 0);
    }

    /** Sets the three coordinates of a node. */
    public void coord(String port, int node) {
        set(pin(port, "_x"), node >> Coord.X_LSB & 15);
        set(pin(port, "_y"), node >> Coord.Y_LSB & 15);
        set(pin(port, "_z"), node >> Coord.Z_LSB & 15);
    }

    /** Loads a configuration register, in one cycle. */
    void load(int reg, long value) {
        set("cfg_valid", true);
        set("cfg_reg", reg);
        set("cfg_data", value);
        edge();
        set("cfg_valid", false);
    }

    /** Returns kind and words of the event that an event port shows, or "-". */
    String event(String port) {
        return is(pin(port, "_valid"))
                ? EventKind.name((int) get(pin(port, "_kind"))) + " " + get(pin(port, "_a")) + " "
                        + get(pin(port, "_b"))
                : "-";
    }

    public void settle() {
        if (settled) {
            return;
        }
        settled = true;
        inMemory.write(0, in, 0, in.length);
        settle.invokeVoid(settleArguments);
        outMemory.read(0, out, 0, out.length);
    }

    public long get(String port) {
        Port from = port(port, false);
        return out[from.word] ^ invertedOut[from.word];
    }

    public boolean is(String port) {
        return get(port) != 0;
    }

    /** Settles and ends the cycle. An assertion that fails at the edge becomes a {@link UnitDifference}. */
    public void edge() {
        settle();
        settled = false;
        Pointer failed = edge.invokePointer(handleArgument);
        if (failed != null) {
            for (String line : failed.getString(0).split("\n")) {
                String said = line.replaceFirst(".*Assertion failed: ", "");
                if (tolerated.stream().noneMatch(said::startsWith)) {
                    throw new UnitDifference(name + ": assertion " + said);
                }
            }
        }
    }

    /**
     * Requires that an assertion of a unit fails. Units with mutants have no assertions (docs/lab/mutation.md), so what
     * breaks their rules is only done there.
     */
    static void assertionFails(Executable breaksTheRule, String assertion) {
        if (hasMutants()) {
            assertDoesNotThrow(breaksTheRule, assertion);
        } else {
            assertThrows(UnitDifference.class, breaksTheRule, assertion);
        }
    }

    /** Tells whether the units are those of the product with mutants, one of which may be chosen. */
    static boolean hasMutants() {
        return MUTANTS;
    }

    private static boolean hasFunction(String name) {
        try {
            return LIBRARY.getFunction(name) != null;
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
    }

    /** Sets this input to the value that registers take at reset, all others to 0, and executes a reset. */
    public void reset(String input, long value) {
        reset();
        set(input, value);
        set("reset", 1);
        edge();
        set("reset", 0);
    }

    /** Sets all inputs to 0 and executes two cycles of reset. */
    public void reset() {
        for (Port port : ports.values()) {
            if (port.input) {
                set(port.name, 0);
            }
        }
        set("reset", 1);
        edge();
        edge();
        set("reset", 0);
    }

    @Override
    public void close() {
        if (handle != null) {
            LIBRARY.getFunction("unit_close").invokeVoid(handleArgument);
            handle = null;
        }
    }
}
