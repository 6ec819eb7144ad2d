// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import fairlead.hw.HwLayout.Coord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Compares a unit of the RTL with its twin, or with a model of its page, under the same random inputs. In each cycle
 * the inputs are drawn and given to both, and all output ports are compared. An output that another port marks as
 * invalid is not compared.
 */
public abstract class UnitComparison implements AutoCloseable {
    /**
     * The pin that gives a unit of the faults build its flaw. It is not part of a unit's contract, and it is 0 in every
     * comparison.
     */
    private static final String FLAW = "unsafe";

    protected final RtlUnit rtl;
    protected final Random random;
    protected long cycle;

    protected UnitComparison(String unit, long seed) {
        rtl = new RtlUnit(unit);
        random = new Random(seed);
    }

    /** Configures and resets both. */
    protected abstract void begin();

    /** Executes one cycle of both, including its edge. */
    protected abstract void cycle();

    protected boolean chance(int ofHundred) {
        return random.nextInt(100) < ofHundred;
    }

    /** Draws a rate in percent, which is often 100. */
    protected int rate(int oftenFull) {
        return chance(oftenFull) ? 100 : random.nextInt(100);
    }

    protected final boolean in(String port, boolean value) {
        rtl.set(port, value);
        return value;
    }

    protected final int in(String port, int value) {
        rtl.set(port, value);
        return value;
    }

    protected final long in(String port, long value) {
        rtl.set(port, value);
        return value;
    }

    /** Draws a load of one of these configuration registers, of which the unit takes none after its reset. */
    protected final void noise(int percent, int... registers) {
        rtl.set("cfg_valid", chance(percent));
        rtl.set("cfg_reg", registers.length == 1 ? registers[0] : registers[random.nextInt(registers.length)]);
        rtl.set("cfg_data", random.nextLong());
    }

    /** Requires that the output has this value. */
    protected void same(String port, long expected) {
        long actual = rtl.get(port);
        if (actual != expected) {
            throw new UnitDifference("cycle " + cycle + ": " + port + " is " + Long.toHexString(actual) + ", expected "
                    + Long.toHexString(expected) + " (hex)");
        }
    }

    protected void same(String port, boolean expected) {
        same(port, expected ? 1 : 0);
    }

    protected final void sameCoord(String port, int node) {
        same(pin(port, "_x"), node >> Coord.X_LSB & 15);
        same(pin(port, "_y"), node >> Coord.Y_LSB & 15);
        same(pin(port, "_z"), node >> Coord.Z_LSB & 15);
    }

    @Override
    public void close() {
        rtl.close();
    }

    /** Returns the first difference within the given number of cycles, or null. */
    public static String run(
            LongFunction<? extends UnitComparison> maker, long seed, int cycles, Alteration alteration) {
        try (UnitComparison comparison = maker.apply(seed)) {
            comparison.rtl.alter(alteration);
            comparison.begin();
            for (comparison.cycle = 0; comparison.cycle < cycles; comparison.cycle++) {
                comparison.cycle();
            }
            return null;
        } catch (UnitDifference difference) {
            return difference.getMessage();
        }
    }

    /** Requires that no seed shows a difference. */
    public static void agree(Class<?> test, LongFunction<? extends UnitComparison> maker, int seeds, int cycles) {
        long only = Long.getLong("fairlead.rtlunit.seed", 0);
        for (long seed = only == 0 ? 1 : only; seed <= (only == 0 ? seeds : only); seed++) {
            String difference = run(maker, seed, cycles, Alteration.NONE);
            if (difference != null) {
                fail("seed " + seed + ", " + difference
                        + "\nrepeat with: FAIRLEAD_NO_BUILD=1 mvn -q -o package -pl sim-java,verilator,testbench -Dtest="
                        + test.getSimpleName() + " -Dsurefire.failIfNoSpecifiedTests=false -Dfairlead.rtlunit.seed="
                        + seed);
            }
        }
    }

    /**
     * Tests the comparison itself: the inversion of any bit of any port must make it fail, so each output bit is
     * compared and each input bit has an effect. Bits that the unit does not read are listed, and must be exactly those
     * in the list.
     *
     * @param seeds number of runs of `cycles` cycles, each with the bit inverted throughout
     * @param unread bits of each port whose inversion has no effect
     */
    public static void everyBitCounts(
            LongFunction<? extends UnitComparison> maker, int seeds, int cycles, Map<String, Long> unread) {
        List<RtlUnit.Port> ports = new ArrayList<>();
        try (UnitComparison comparison = maker.apply(1)) {
            comparison.rtl.ports().forEach(ports::add);
            ports.removeIf(port -> port.name().equals(FLAW));
        }
        for (int seed = 1; seed <= seeds; seed++) {
            assertNull(run(maker, seed, cycles, Alteration.NONE));
        }
        if (RtlUnit.hasMutants()) {
            return; // a mutant is judged by the comparison, which is tested without one
        }
        List<String> wrong = new ArrayList<>();
        int found = 0;
        Map<String, Long> named = new HashMap<>();
        ports.forEach(port -> named.put(port.name(), unread.getOrDefault(port.name(), 0L) & port.mask()));
        boolean allQuiet = silent(maker, seeds, cycles, new Alteration(named));
        for (RtlUnit.Port port : ports) {
            long known = named.get(port.name());
            boolean quiet = known == 0 || allQuiet || silent(maker, seeds, cycles, new Alteration(port.name(), known));
            long silent = quiet ? known : 0; // all of them inverted at once have no effect
            for (int bit = 0; bit < port.bits(); bit++) {
                if ((silent >>> bit & 1) == 0) {
                    boolean seen = !silent(maker, seeds, cycles, new Alteration(port.name(), 1L << bit));
                    silent |= seen ? 0 : 1L << bit;
                    found += seen ? 1 : 0;
                }
            }
            if (silent != known || !quiet) {
                wrong.add(port.name() + " 0x" + Long.toHexString(silent));
            }
        }
        assertEquals(
                List.of(), wrong, "bits whose inversion is not seen, and that are not named, or the other way round");
        assertTrue(found > ports.size(), "bits were inverted");
    }

    private static boolean silent(
            LongFunction<? extends UnitComparison> maker, int seeds, int cycles, Alteration alteration) {
        return IntStream.rangeClosed(1, seeds).allMatch(seed -> run(maker, seed, cycles, alteration) == null);
    }
}
