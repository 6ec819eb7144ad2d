// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import java.util.List;

/**
 * The rows of R-SND-1 to R-SND-11, from seed US 8,166,146: receivers that share one network device. The machine has no
 * such device yet.
 */
final class SharedDeviceRows {
    private SharedDeviceRows() {}

    static List<RequirementRow> all() {
        return List.of(
                RequirementRow.notBuilt("R-SND-1", "one header packet a message, with its thread and its length"),
                RequirementRow.notBuilt("R-SND-2", "packets of two messages to one node never interleave"),
                RequirementRow.notBuilt("R-SND-3", "a header is consumed once and kept in shared memory with the slot"),
                RequirementRow.notBuilt("R-SND-4", "payload goes to the user's buffer without a copy between"),
                RequirementRow.notBuilt("R-SND-5", "the lock is held over the check, the header and the whole drain"),
                RequirementRow.notBuilt("R-SND-6", "the slot has three states; the claim's literal reading mis-frames"),
                RequirementRow.notBuilt("R-SND-7", "timeout and retry: wasted lock acquisitions and the longest delay"),
                RequirementRow.notBuilt("R-SND-8", "every addressed thread is, or will be, in the receive loop"),
                RequirementRow.notBuilt("R-SND-9", "only the addressee clears the slot, under the lock"),
                RequirementRow.notBuilt(
                        "R-SND-10", "one process with threads on other cores, and two processes of two threads"),
                RequirementRow.notBuilt("R-SND-11", "the lock is held no longer than the drain of one message"));
    }
}
