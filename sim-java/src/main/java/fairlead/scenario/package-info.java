// SPDX-License-Identifier: Apache-2.0
/**
 * Scenario files, and the one reader of all input files of keys. A table of keys is a resource ({@link
 * fairlead.scenario.KeyTable}); of its {@link fairlead.scenario.Key}s follow reader, messages, defaults and the
 * published {@link fairlead.scenario.JsonSchema}. {@link fairlead.scenario.ScenarioReader} makes a {@link
 * fairlead.scenario.Scenario} of a file. Everything that is wrong with an input of the user ends as {@link
 * fairlead.scenario.BadInput} with file, line and key.
 */
package fairlead.scenario;
