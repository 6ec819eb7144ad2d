// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

/** A communicator or window: what has a name and a handler of errors. */
abstract class MpiObject {
    static final int FATAL = 1; // the handlers of mpi.h
    static final int RETURN = 2;

    int handle;
    int handler = FATAL;
    String name = "";
}
