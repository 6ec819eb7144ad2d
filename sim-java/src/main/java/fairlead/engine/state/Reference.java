// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

/**
 * A reference as it is read.
 *
 * @param kind one of the codes below
 * @param value number of the object for OBJECT, ordinal for CONSTANT, the value itself for TEXT, LONG and INT
 */
record Reference(int kind, Object value) {
    static final int NULL = 0;
    static final int OBJECT = 1;
    static final int TEXT = 2;
    static final int CONSTANT = 3;
    static final int LONG = 4;
    static final int INT = 5;
    static final int CONFIGURATION = 6;

    boolean isObject() {
        return kind == OBJECT;
    }

    int number() {
        return (int) value;
    }
}
