// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

/** A report of the machine about something that does not exist: a finding that ends the run. */
final class Nonsense extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Nonsense(String what) {
        super(what, null, false, false);
    }

    /** Returns a number that a machine has reported, if it is below `size`. */
    static int index(long told, int size, String what) {
        if (told < 0 || told >= size) {
            throw new Nonsense("no " + what + " " + told + " of " + size);
        }
        return (int) told;
    }
}
