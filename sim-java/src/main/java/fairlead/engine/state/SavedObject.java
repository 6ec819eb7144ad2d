// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.state;

/**
 * An object as it is read. Exactly one of its three contents is used, by the kind of its class.
 *
 * @param type name of the class, as {@link ClassFields#name} gives it
 * @param length number of elements of an array
 * @param bytes elements of an array of primitive values, else null
 * @param words fields of primitive types, else null
 * @param references fields of other types, or elements
 */
record SavedObject(String type, int length, byte[] bytes, long[] words, Reference[] references) {}
