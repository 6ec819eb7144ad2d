// SPDX-License-Identifier: Apache-2.0
/**
 * The command line of the laboratory: {@link fairlead.lab.cli.LabMain} and one class for each command.
 */
package fairlead.lab.cli;
