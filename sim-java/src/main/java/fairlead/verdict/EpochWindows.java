// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The intervals in which epochs are certainly open on one node, with their origins. It answers whether an access of
 * another origin was served within one of them.
 */
final class EpochWindows {
    /**
     * An interval in which an epoch of `origin` is certainly open: the target reports in cycle `start` that it is, and
     * the origin's termination leaves in cycle `end`.
     */
    private record Window(int origin, long start, long end) {}

    private final List<Window> windows = new ArrayList<>();
    private Window[] longest; // the window that ends last, among those up to this one
    private Window[] other; // the window that ends last among those of other origins than the origin in `longest`

    void add(final int origin, final long start, final long end) {
        windows.add(new Window(origin, start, end));
        longest = null;
    }

    private void sort() {
        windows.sort(Comparator.comparingLong(Window::start));
        longest = new Window[windows.size()];
        other = new Window[windows.size()];
        Window first = null;
        Window second = null;
        for (int i = 0; i < longest.length; i++) {
            final Window window = windows.get(i);
            if (first == null || window.end() > first.end()) {
                second = first == null || first.origin() == window.origin() ? second : first;
                first = window;
            } else if (window.origin() != first.origin() && (second == null || window.end() > second.end())) {
                second = window;
            }
            longest[i] = first;
            other[i] = second;
        }
    }

    /**
     * Returns the origin of an epoch that was open from before cycle `from` until after cycle `to` and that does not
     * belong to `node`; -1 if there is none.
     */
    int holder(final int node, final long from, final long to) {
        if (longest == null) {
            sort();
        }
        int low = 0; // number of windows that begin before `from`
        int high = longest.length;
        while (low < high) {
            final int middle = low + high >>> 1;
            if (windows.get(middle).start() < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return -1;
        }
        final Window first = longest[low - 1];
        final Window window = first.origin() == node ? other[low - 1] : first;
        return window != null && window.end() > to ? window.origin() : -1;
    }
}
