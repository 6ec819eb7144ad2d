// SPDX-License-Identifier: Apache-2.0
/**
 * The memory model of docs/use/litmus.md, computed from the test file alone: the outcomes that may occur. Imports only
 * the syntax tree.
 */
package fairlead.litmus.model;
