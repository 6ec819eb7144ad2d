// SPDX-License-Identifier: Apache-2.0
/** The memory model of docs/litmus.md, from the file alone: which outcomes may be seen. Imports nothing of ours but the syntax tree. */
package fairlead.litmus.model;
