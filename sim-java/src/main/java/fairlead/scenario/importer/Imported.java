// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import java.util.List;

/**
 * A scenario that was made of a file of another tool.
 *
 * @param yaml the scenario file
 * @param notes what the scenario does not say or says otherwise, one line each
 */
public record Imported(String yaml, List<String> notes) {}
