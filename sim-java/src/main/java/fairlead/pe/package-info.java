// SPDX-License-Identifier: Apache-2.0
/**
 * The processing elements (PEs) of native programs (docs/use/native.md): each is a process, whose calls a live task
 * does
 * as software of its node. A process that is in a call serves reads and writes of its own memory over its socket. An
 * address P is one in the memory of a process, and an address E one in that of its node.
 */
package fairlead.pe;
