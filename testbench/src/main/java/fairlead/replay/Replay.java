// SPDX-License-Identifier: Apache-2.0
package fairlead.replay;

import fairlead.node.Observer;
import fairlead.run.report.RunReport;

/** Repeats a run from its folder alone and compares the event hash. */
public final class Replay {
    /**
     * What the repeat gave.
     *
     * @param report report of the repeat
     * @param recorded event hash of the folder
     */
    public record Outcome(RunReport report, String recorded) {
        public boolean isSame() {
            return report.eventSha256().equals(recorded);
        }
    }

    private Replay() {}

    public static Outcome of(final RunFolder folder, final Observer... observers) {
        return new Outcome(folder.session().run(executor -> {}, observers).report(), folder.eventSha256());
    }
}
