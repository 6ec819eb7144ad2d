// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import java.nio.file.Path;

/**
 * The generated part of a page, between two marker lines.
 *
 * @param begin marker line before the part
 * @param end marker line after the part
 */
public record MarkedPart(String begin, String end) {
    /** Throws {@link BadInput} if the file has no such part. */
    public void require(final Path page) {
        if (!isIn(InputText.of(page))) {
            throw new BadInput(page + ": has no lines " + begin + " and " + end);
        }
    }

    private boolean isIn(final String page) {
        return page.contains(begin + "\n") && page.indexOf(begin) < page.indexOf(end);
    }

    public String of(final String page) {
        return page.substring(from(page), page.indexOf(end));
    }

    /** Returns the page with the part replaced by `text`. */
    public String replaced(final String page, final String text) {
        return page.substring(0, from(page)) + text + page.substring(page.indexOf(end));
    }

    private int from(final String page) {
        if (!isIn(page)) {
            throw new IllegalArgumentException("the page has no lines " + begin + " and " + end);
        }
        return page.indexOf(begin) + begin.length() + 1;
    }
}
