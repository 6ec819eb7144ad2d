// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.machine.Shape;
import fairlead.rtl.FabricLibrary;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Range checks of numeric options. A count of 0 is refused, because a command that does no work would seem to succeed.
 */
public final class OptionRange {
    private OptionRange() {}

    public static void atLeastOne(String option, long value) {
        if (value < 1) {
            throw new BadInput(option + " " + value + ": must be at least 1");
        }
    }

    /** @param value null if the option is not given */
    public static void atLeastOne(String option, Long value) {
        if (value != null) {
            atLeastOne(option, value.longValue());
        }
    }

    public static void between(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new BadInput(option + " " + value + ": must be " + least + " to " + most);
        }
    }

    /** Requires each value to be more than 0 and at most 1. */
    public static void shares(String option, List<Double> values) {
        for (double value : values) {
            if (!(value > 0 && value <= 1)) {
                throw new BadInput(option + " " + value + ": must be more than 0 and at most 1");
            }
        }
    }

    /** Requires each value to be a shape as in 4x4x4, with sizes from 1 to {@link Shape#MAX_K}. */
    public static void shapes(String option, List<String> values) {
        values.forEach(value -> shape(option, value));
    }

    /** Returns the shape of a text such as 4x4x4 or 4,4,4. */
    public static Shape shape(String option, String value) {
        int[] k = value.matches("[0-9]{1,2}(x[0-9]{1,2}){2}|[0-9]{1,2}(, *[0-9]{1,2}){2}")
                ? Arrays.stream(value.split("x|, *"))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[] {0};
        if (Arrays.stream(k).anyMatch(size -> size < 1 || size > Shape.MAX_K)) {
            throw new BadInput(option + " '" + value + "': must be KXxKYxKZ or KX,KY,KZ, each 1 to " + Shape.MAX_K);
        }
        return new Shape(k[0], k[1], k[2]);
    }

    /** Requires the word to be one of these, and names the nearest one. */
    static void oneOf(String option, String word, List<String> known) {
        if (!known.contains(word)) {
            throw new BadInput((option + " " + word).strip() + ": " + oneOf(word, known));
        }
    }

    private static String oneOf(String word, List<String> known) {
        return "must be one of " + String.join(", ", known) + Nearest.hint(word, known);
    }

    /**
     * The converter of an option that names a library of whole tiles. The libraries of single units and the flat
     * libraries of a fixed shape are refused, because they cannot run scenarios.
     */
    static final class TileLibrary implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!FabricLibrary.TILES.contains(value)) {
                throw new TypeConversionException(value + " " + oneOf(value, FabricLibrary.TILES));
            }
            return value;
        }
    }
}
