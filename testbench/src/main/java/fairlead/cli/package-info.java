// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: {@link fairlead.cli.Main} and one class a command. A command reads its options, calls one package
 * and prints; {@link fairlead.cli.Complaint} makes one line and an exit code of every failure.
 */
package fairlead.cli;
