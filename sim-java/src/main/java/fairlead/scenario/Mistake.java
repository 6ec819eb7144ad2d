// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import java.util.ArrayList;
import java.util.List;

/**
 * One thing that is wrong with what the user gave.
 *
 * @param where file and line, or the option; empty if the message names it
 * @param key path of the key; empty if the mistake is at no key
 * @param value the value as far as it fits a message; empty if there is none
 * @param what what is wrong or what is allowed
 */
public record Mistake(String where, String key, String value, String what) {
    public String line() {
        return (where.isEmpty() ? "" : where + ": ")
                + (key.isEmpty() ? "" : key + (value.isEmpty() ? "" : " = " + value) + ": ")
                + what;
    }

    /** The mistakes of one input, which are reported together. */
    public static final class Log {
        private final List<Mistake> all = new ArrayList<>();

        public int size() {
            return all.size();
        }

        /** Adds a mistake at a value that was given. */
        public void at(Tree value, String path, String what) {
            all.add(new Mistake(value.where(), path, value.brief(), what));
        }

        /** Adds a mistake at a mapping that lacks a key, or at a place without a value. */
        public void in(String where, String path, String what) {
            all.add(new Mistake(where, path, "", what));
        }

        public void add(Mistake mistake) {
            all.add(mistake);
        }

        /** Throws all mistakes as one BadInput, if there are any. */
        public void report() {
            if (!all.isEmpty()) {
                throw BadInput.of(all);
            }
        }
    }
}
