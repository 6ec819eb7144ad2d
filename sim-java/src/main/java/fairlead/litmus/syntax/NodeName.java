// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/**
 * A node of a test.
 *
 * @param name name in the file
 * @param place kind of the position
 * @param rank rank for Place.RANK, otherwise -1
 * @param line line of the declaration
 */
public record NodeName(String name, Place place, int rank, int line) {}
