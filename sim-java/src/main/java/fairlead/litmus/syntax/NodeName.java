// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

/** A node of a test. @param rank of Place.RANK, else -1 */
public record NodeName(String name, Place place, int rank, int line) {}
