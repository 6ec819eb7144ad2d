// SPDX-License-Identifier: Apache-2.0
/** Litmus files (docs/litmus.md): the syntax tree, its parser, and the values that conditions are about. Knows no machine. */
package fairlead.litmus.syntax;
