// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

/** Where the lines of a native program go, in the order of (cycle, PE). */
@FunctionalInterface
public interface NativeOutput {
    /**
     * @param error true for stderr
     * @param line bytes of one line with its end
     */
    void print(int pe, boolean error, byte[] line);
}
