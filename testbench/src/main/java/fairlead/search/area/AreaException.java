// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

/** A tool that is there did not do its work. */
public final class AreaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public AreaException(final String message) {
        super(message);
    }
}
