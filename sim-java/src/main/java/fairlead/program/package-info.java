// SPDX-License-Identifier: Apache-2.0
/**
 * Programs: for each task a graph of operations, which every workload becomes and which every engine can run (ground
 * rule D9). {@link fairlead.program.ProgramBuilder} and {@link fairlead.program.Ops} make them, {@link
 * fairlead.program.ProgramValidator} refuses those that no machine can run. docs/use/programs.md has the operations and
 * their order.
 */
package fairlead.program;
