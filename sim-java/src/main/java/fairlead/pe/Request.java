// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

/**
 * One call of a process.
 *
 * @param call name in the list of calls.h
 * @param function name of the function that the program called
 * @param from address in the program behind the call
 * @param context number of its context times 2, and 1 more if that is one of the shared team
 * @param accesses place of what the program has loaded and stored since its last call; see fl_access in calls.h
 * @param count number of them
 */
public record Request(
        String call, String function, long from, long context, long accesses, int count, long[] arguments) {
    static final int ARGUMENTS = 14;
    static final int NAME_BYTES = 48;
    static final int BYTES = 5 * Long.BYTES + NAME_BYTES + ARGUMENTS * Long.BYTES;

    public long at(int index) {
        return arguments[index];
    }

    public int number(int index) {
        return Math.toIntExact(arguments[index]);
    }
}
