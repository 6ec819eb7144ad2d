// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/**
 * What the software of the shared network device does wrong; each flaw breaks the condition of the verdict that it
 * names.
 */
public enum DeviceFlaw {
    NONE(""),
    NO_LENGTH("contiguous"), // header packets carry the thread and no length
    LITERAL("header_once"), // a thread that finds another thread's slot reads a header, as the claim has it
    NO_HEADER("header_saved"), // the slot keeps the thread and not the rest of the header
    CLEARED("slot_owner"), // a thread clears the slot of another one
    EARLY_UNLOCK("lock_held"), // the lock is let go before the drain
    INTERLEAVED("contiguous"), // a sender gives the packets of two messages alternately
    POLLS("lock_bound"), // a thread that finds no packet keeps the lock and asks again
    BARGES("starvation"), // a thread that lets the lock go takes it again in the next cycle, before any other can
    ABSENT("software_wait"), // an addressed thread never enters the receive loop
    BOUNCED("no_copy"); // payload is drained to another place and copied by software

    private final String breaks;

    DeviceFlaw(String breaks) {
        this.breaks = breaks;
    }

    public String breaks() {
        return breaks;
    }
}
