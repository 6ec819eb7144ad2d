// SPDX-License-Identifier: Apache-2.0
package fairlead.lockstep;

import fairlead.hw.HwLayout.VcState;

/** The text form of VcState words. */
final class VcText {
    private VcText() {}

    static String of(final long word) {
        final String wants = VcState.occupancy(word) == 0
                ? "empty"
                : VcState.occupancy(word) + (VcState.head(word) == 1 ? " flits, head" : " flits, body") + " wants "
                        + VcState.wantPort(word) + "/" + VcState.wantVc(word);
        final String owner = VcState.owned(word) == 1
                ? "owned by " + VcState.ownerPort(word) + "/" + VcState.ownerVc(word)
                : "not owned";
        return wants + ", " + VcState.credits(word) + " credits, " + owner + String.format(" (%#x)", word);
    }
}
