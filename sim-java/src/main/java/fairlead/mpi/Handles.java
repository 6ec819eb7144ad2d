// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.util.HashMap;
import java.util.Map;

/** The objects of one kind that a process knows by numbers, of which 0 means none. */
final class Handles<T> {
    private static final int FIRST = 1000; // of those that mpi.h does not know

    private final Map<Integer, T> objects = new HashMap<>();
    private final ErrorClass wrong;
    private final String what;
    private int next = FIRST;

    /** @param what names the kind in messages */
    Handles(ErrorClass wrong, String what) {
        this.wrong = wrong;
        this.what = what;
    }

    void put(int handle, T object) {
        objects.put(handle, object);
    }

    int add(T object) {
        objects.put(next, object);
        return next++;
    }

    T get(int handle) {
        T object = objects.get(handle);
        if (object == null) {
            throw new MpiError(wrong, handle + " is no " + what + ", or one that was freed");
        }
        return object;
    }

    T remove(int handle) {
        T object = get(handle);
        objects.remove(handle);
        return object;
    }

    Iterable<T> all() {
        return objects.values();
    }
}
