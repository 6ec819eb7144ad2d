// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A cell of a {@link FlatNetlist}. Bits are numbers of nets; 0 and 1 are the constants.
 *
 * @param name the path of its instance and its name there
 * @param place the path of the instance of the unit that it stands in; empty for the tile
 * @param type the type of yosys's cell library, or the module of a memory
 */
record FlatCell(
        String name,
        String place,
        String type,
        JsonNode parameters,
        Map<String, int[]> inputs,
        Map<String, int[]> outputs) {

    boolean isRegister() {
        return "$dff".equals(type);
    }

    boolean isMemory() {
        return !type.startsWith("$");
    }

    /** Returns the names of the ports of a memory, such as R0 and W0. */
    List<String> memoryPorts() {
        return inputs.keySet().stream()
                .filter(pin -> pin.endsWith("_addr"))
                .map(pin -> pin.substring(0, pin.indexOf('_')))
                .toList();
    }

    boolean isSameAs(final FlatCell other) {
        return type.equals(other.type)
                && parameters.equals(other.parameters)
                && text(inputs).equals(text(other.inputs))
                && text(outputs).equals(text(other.outputs));
    }

    private static Map<String, List<Integer>> text(final Map<String, int[]> pins) {
        return pins.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> Arrays.stream(e.getValue())
                .boxed()
                .toList()));
    }
}
