// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the checkers have found out about operations that wait for software at the end of a run.
 *
 * @param threads which threads wait on a shared network device, for whom; empty if none does
 * @param starved which threads others keep from the lock of such a device; empty if none is
 * @param epochs by the id of an EPOCH_OPEN, which node waits at which target for whom
 */
record SoftwareWaits(String threads, String starved, Map<Integer, String> epochs) {
    private static final int NAMED = 4; // epochs that the text names

    static SoftwareWaits of(final List<Verdict> verdicts) {
        final Map<Integer, String> epochs = new TreeMap<>();
        for (final Verdict v : verdicts) {
            if (v.extra().get("held") instanceof final Map<?, ?> held) {
                held.forEach((op, text) -> epochs.put((Integer) op, (String) text));
            }
        }
        return new SoftwareWaits(broken(verdicts, "software_wait"), broken(verdicts, "starvation"), epochs);
    }

    private static String broken(final List<Verdict> verdicts, final String condition) {
        return verdicts.stream()
                .filter(v -> v.extra().get("broken") instanceof Map<?, ?>)
                .map(v -> ((Map<?, ?>) v.extra().get("broken")).get(condition))
                .filter(Objects::nonNull)
                .map(Object::toString)
                .findFirst()
                .orElse("");
    }

    /** Returns the first few waits for epochs in words. */
    String epochsText() {
        final String named = epochs.values().stream().distinct().limit(NAMED).collect(Collectors.joining("; "));
        final long all = epochs.values().stream().distinct().count();
        return "epochs are held: " + named + (all > NAMED ? "; and " + (all - NAMED) + " more" : "");
    }
}
