// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

/**
 * One thing that is wrong with what the user gave.
 *
 * @param where file and line, or the option; empty if the message names it
 * @param key path of the key; empty if the mistake is at no key
 * @param value the value as far as it fits a message; empty if there is none
 * @param what what is wrong or what is allowed
 */
public record Mistake(String where, String key, String value, String what) {
    /** Makes a mistake at no key. */
    static Mistake of(final String line) {
        return new Mistake("", "", "", line);
    }

    /** Returns the mistake as one line for the user. */
    public String line() {
        return (where.isEmpty() ? "" : where + ": ")
                + (key.isEmpty() ? "" : key + (value.isEmpty() ? "" : " = " + value) + ": ")
                + what;
    }
}
