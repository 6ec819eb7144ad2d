// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

/** Bytes [address, address + length) of a node's memory, which its NIC has written. */
public record Commit(int address, int length) {}
