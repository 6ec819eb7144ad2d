// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

/**
 * One call of a process.
 *
 * @param function name of the function that the program called
 * @param from address in the program behind the call
 */
record Request(Call call, String function, long from, long[] arguments) {
    static final int ARGUMENTS = 10;
    static final int NAME_BYTES = 48;
    static final int BYTES = 2 * Long.BYTES + NAME_BYTES + ARGUMENTS * Long.BYTES;

    long at(int index) {
        return arguments[index];
    }

    int number(int index) {
        return Math.toIntExact(arguments[index]);
    }
}
