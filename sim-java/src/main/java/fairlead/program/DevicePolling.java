// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** What a thread that shares a network device asks for at each try (docs/use/device.md). */
public enum DevicePolling {
    /** The lock, as the claim has it. */
    LOCK,

    /** First the slot, without the lock: while it is PENDING for another thread, it does not ask for the lock. */
    SLOT;
}
