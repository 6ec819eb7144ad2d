// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.util.Locale;

/**
 * A change of one instruction of the twin's byte code.
 *
 * @param number the number of the mutant in its campaign, from 1
 * @param type the name of the class, with its package
 * @param method the name of the method with its descriptor
 * @param index the place of the instruction in its method, counted from 0
 * @param line the line of the source
 * @param kind what changes
 */
record TwinMutant(int number, String type, String method, int index, int line, Kind kind) {
    /** What changes at an instruction. */
    enum Kind {
        /** A condition holds when it did not. */
        NEGATE,
        /** A comparison has the other answer for equal operands. */
        BOUNDARY,
        /** An operation on numbers is another one: minus for plus, or for and, a shift the other way. */
        OPERATOR,
        /** A constant is larger by 1. */
        CONSTANT,
        /** A variable counts the other way. */
        STEP,
        /** A call that returns nothing is left out. */
        CALL,
        /** A value does not reach its field or element. */
        STORE,
        /** The lowest bit of what a method returns is inverted. */
        RETURN
    }

    /**
     * Returns the name of the class without its package and without the classes within it, which is that of the unit.
     */
    String unit() {
        final String name = type.substring(type.lastIndexOf('.') + 1);
        return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
    }

    /** Returns the mutant in one line. */
    String text() {
        return unit() + ".java:" + line + " " + method.substring(0, method.indexOf('(')) + " "
                + kind.name().toLowerCase(Locale.ROOT);
    }
}
