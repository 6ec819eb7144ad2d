// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.lab.cases.Focus;
import java.util.ArrayList;

/** The words that the option --focus takes, for its help and for completion in a shell. */
final class FocusWords extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    FocusWords() {
        super(Focus.words());
    }
}
