// SPDX-License-Identifier: Apache-2.0
/**
 * Litmus files (docs/use/litmus.md): the syntax tree, its parser, and the terms of the conditions. The package does not
 * depend on a machine.
 */
package fairlead.litmus.syntax;
