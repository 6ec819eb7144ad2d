// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.model;

import fairlead.engine.api.Capabilities;
import fairlead.engine.api.Engine;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.EventCursor;
import fairlead.engine.api.ForwardingEngine;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.StopReason;
import fairlead.hw.HwLayout.EventKind;

/** Opens twins whose BARRIER_RELEASED events are wrong in a bit; in place of the product's class (RunDifferenceTest). */
public final class ModelEngineFactory implements EngineFactory {
    public static Capabilities capabilities() {
        return ModelLimits.CAPABILITIES;
    }

    @Override
    public Engine open(final MachineConfig config, final EngineOptions options) {
        return new ForwardingEngine(new ModelEngine(config, options)) {
            @Override
            public StopReason run(final long limitCycle) {
                final StopReason stop = super.run(limitCycle);
                final EventCursor events = super.events();
                while (events.next()) {
                    if (events.kind() == EventKind.BARRIER_RELEASED) {
                        final int a = events.offset() + 2 * Long.BYTES;
                        events.data().putLong(a, events.data().getLong(a) ^ 1L);
                    }
                }
                events.rewind();
                return stop;
            }
        };
    }
}
