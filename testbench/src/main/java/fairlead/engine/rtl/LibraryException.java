// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.rtl;

/** A native library is missing or was built from other layouts; the message says what to run. */
public final class LibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LibraryException(final String message) {
        super(message);
    }
}
