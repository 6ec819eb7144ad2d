// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

/**
 * One event of a run, as a unit of a tile or the fabric reported it (docs/spec/words.md). The events of a run are in
 * the order (cycle, node, unit, sequence), and equal on every engine.
 *
 * @param cycle cycle of the event
 * @param node rank of the node
 * @param unit name of the unit that reported it, as in the event table of docs/spec/words.md
 * @param kind name of its kind, such as {@code PACKET_DELIVERED}
 * @param sequence number of the event in its unit
 * @param a first word, with the fields of the kind
 * @param b second word
 * @param c third word
 */
public record RunEvent(long cycle, int node, String unit, String kind, int sequence, long a, long b, long c) {}
