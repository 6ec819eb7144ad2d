// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import fairlead.check.Verdict;
import java.util.List;
import java.util.Map;

/**
 * The result of a run of the shared device.
 *
 * @param verdict device_delivery
 * @param broken first violation of each condition that is broken, `software_wait` among them
 * @param delivered messages
 * @param firstBroken messages that were delivered before the first violation, or -1
 * @param longestHold cycles for which one thread had the lock at most
 * @param story steps of the first messages, if they were asked for
 */
public record DeviceOutcome(
        Verdict verdict,
        Map<String, String> broken,
        long cycles,
        long delivered,
        long firstBroken,
        long bytes,
        long copies,
        long longestHold,
        DeviceCosts costs,
        List<String> story) {}
