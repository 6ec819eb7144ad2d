// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.rtl.FabricLibrary;
import fairlead.scenario.Nearest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The converter of an option that names a library of whole tiles. The libraries of single units and the flat libraries
 * of a fixed shape are refused, because they cannot run scenarios.
 */
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
