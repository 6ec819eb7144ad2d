// SPDX-License-Identifier: Apache-2.0
/**
 * Scenario files. {@link fairlead.scenario.Schema} and {@link fairlead.scenario.MachineSchema} are the tables of all
 * keys, from which reader, messages, defaults and the published JSON schema are made; {@link
 * fairlead.scenario.ScenarioReader} makes a {@link fairlead.scenario.Scenario} of a file. Everything that is wrong
 * with an input of the user ends as {@link fairlead.scenario.BadInput} with file, line and key.
 */
package fairlead.scenario;
