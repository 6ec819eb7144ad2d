// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.engine.api.MachineStructure;

/** A sound input asks for another structure than that of this process. The process that can run it is another one. */
public final class OtherStructure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient MachineStructure wanted;

    /** @param source what asks for it, for the message */
    public OtherStructure(final String source, final MachineStructure wanted) {
        super(source + ": machine.structure is " + wanted.values() + ", and this process has "
                + MachineStructure.loaded().values() + "; one process has one structure");
        this.wanted = wanted;
    }

    /** Returns the structure that the input asks for. */
    public MachineStructure wanted() {
        return wanted;
    }
}
