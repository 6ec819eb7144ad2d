// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.run.ToolException;

/** The failure of a tool that is installed but did not produce its result. */
public final class AreaException extends ToolException {
    private static final long serialVersionUID = 1;

    public AreaException(final String message) {
        super(message);
    }
}
