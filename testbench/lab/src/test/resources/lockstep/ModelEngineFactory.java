// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.MachineConfig;

/**
 * Opens twins whose BARRIER_RELEASED events are wrong in a bit; in place of the product's class (RunDifferenceTest).
 */
public final class ModelEngineFactory implements EngineFactory {
    public static Capabilities capabilities() {
        return ModelLimits.CAPABILITIES;
    }

    @Override
    public Engine open(MachineConfig config, EngineOptions options) {
        return new ForwardingEngine(new ModelEngine(config, options)) {
            @Override
            public StopReason run(long limitCycle) {
                StopReason stop = super.run(limitCycle);
                EventCursor events = super.events();
                while (events.next()) {
                    if (events.kind() == EventKind.BARRIER_RELEASED) {
                        int a = events.offset() + 2 * Long.BYTES;
                        events.data().putLong(a, events.data().getLong(a) ^ 1L);
                    }
                }
                events.rewind();
                return stop;
            }
        };
    }
}
