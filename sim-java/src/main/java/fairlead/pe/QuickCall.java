// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import fairlead.live.Step;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;

/** A call that has begun and that needs no thread: it waits for one list of steps after the other. */
public interface QuickCall {
    /** Goes on when the last list is done, and returns the next one; null when the call is over. */
    List<Step> next() throws IOException;

    /** Returns the value of a call that is over. */
    default long value() {
        return 0;
    }

    static QuickCall of(List<Step> steps) {
        return of(steps, () -> 0);
    }

    static QuickCall of(List<Step> steps, LongSupplier value) {
        Iterator<List<Step>> once = List.of(steps).iterator();
        return new QuickCall() {
            @Override
            public List<Step> next() {
                return once.hasNext() ? once.next() : null;
            }

            @Override
            public long value() {
                return value.getAsLong();
            }
        };
    }
}
