// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.rtl.FabricLibrary;
import fairlead.scenario.Nearest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a library of tiles. Those of one unit, and the flat ones of a single shape, run no scenario. */
final class TileLibrary implements ITypeConverter<String> {
    @Override
    public String convert(final String value) {
        if (!FabricLibrary.TILES.contains(value)) {
            final String near = Nearest.to(value, FabricLibrary.TILES);
            throw new TypeConversionException(value + " must be one of " + String.join(", ", FabricLibrary.TILES)
                    + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
        return value;
    }
}
