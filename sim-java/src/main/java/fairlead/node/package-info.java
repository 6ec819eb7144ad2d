// SPDX-License-Identifier: Apache-2.0
/**
 * Node software: it plays a program on an engine. {@link fairlead.node.Executor} is the loop over batches of
 * cycles; each {@link fairlead.node.Node} turns operations that are ready into commands and events into completed
 * operations. Software is causal: it knows of an event of cycle c in cycle c + latency.software and never earlier
 * (ground rule D3), and it reads memory by commands only. {@link fairlead.node.Observer} is the way for others to
 * look on.
 */
package fairlead.node;
