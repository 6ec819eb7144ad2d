// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

/**
 * The error of a native library that is missing, damaged or built from other layouts; the message names the command
 * that repairs this.
 */
public final class LibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LibraryException(String message) {
        super(message);
    }
}
