// SPDX-License-Identifier: Apache-2.0
package fairlead.race;

/**
 * What a PE lets others know at one of its clocks.
 *
 * @param known what it knew of others; it does not change any more
 * @param target PE to whose memory this goes, behind fenced puts; -1 for none
 */
record Release(Known known, int pe, int clock, int target) {
    void to(Known learner) {
        learner.learn(known);
        learner.learn(pe, clock);
        if (target >= 0) {
            learner.learnFenced(pe, target, clock);
        }
    }
}
