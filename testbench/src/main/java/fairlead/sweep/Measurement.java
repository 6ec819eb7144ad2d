// SPDX-License-Identifier: Apache-2.0
package fairlead.sweep;

import java.util.Map;

/**
 * What one run gives.
 *
 * @param metrics by name, in the order of the columns
 * @param good all verdicts hold, or the traffic was stable
 */
public record Measurement(Map<String, Double> metrics, boolean good) {}
