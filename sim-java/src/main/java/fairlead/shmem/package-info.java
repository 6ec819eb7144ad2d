// SPDX-License-Identifier: Apache-2.0
/**
 * Native programs: each processing element (PE) of an OpenSHMEM program is a process, and its calls are done by a live
 * task as software of its node (docs/use/native.md). A process that is in a call serves reads and writes of its own
 * memory over its socket. An address P is one in the memory of a process, and an address E one in that of its node.
 */
package fairlead.shmem;
