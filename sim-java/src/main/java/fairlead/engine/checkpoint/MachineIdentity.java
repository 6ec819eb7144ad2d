// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/** What two machines must have in common so that the state of one is a state of the other. */
public final class MachineIdentity {
    private static final int MOST_SHOWN = 200;

    private MachineIdentity() {}

    /** Returns the name of the engine, the layout hash and each component of the configuration and of the options. */
    public static Map<String, String> of(
            final String engine, final MachineConfig machine, final EngineOptions options) {
        final Map<String, String> identity = new LinkedHashMap<>();
        identity.put("engine", engine);
        identity.put("layout hash", HwLayout.manifestHash());
        add(identity, "machine", machine);
        add(identity, "option", options);
        return identity;
    }

    /** Adds one entry for each component of a record; a long value is replaced by its hash. */
    public static void add(final Map<String, String> identity, final String kind, final Record record) {
        for (final RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                final String value = String.valueOf(component.getAccessor().invoke(record));
                identity.put(
                        kind + " " + component.getName(),
                        value.length() <= MOST_SHOWN ? value : Checkpoint.sumOf(value));
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
