// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineStructure;
import java.util.Map;
import java.util.stream.Collectors;

/** A sound input asks for another structure than that of this process. The process that can run it is another one. */
public final class OtherStructure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient MachineStructure wanted;

    /** @param source what asks for it, for the message */
    public OtherStructure(String source, MachineStructure wanted) {
        super(source + ": " + differences(wanted) + ": one process has one structure, and another process runs this");
        this.wanted = wanted;
    }

    private static String differences(MachineStructure wanted) {
        Map<String, Object> loaded = MachineStructure.loaded().keys();
        return wanted.keys().entrySet().stream()
                .filter(key -> !key.getValue().equals(loaded.get(key.getKey())))
                .map(key -> StructureFile.PREFIX + key.getKey() + " = " + key.getValue() + " (here "
                        + loaded.get(key.getKey()) + ")")
                .collect(Collectors.joining(", "));
    }

    public MachineStructure wanted() {
        return wanted;
    }
}
