// SPDX-License-Identifier: Apache-2.0
/**
 * Repeats a run from its folder alone, and compares two runs down to their first differing event (docs/use/replay.md).
 */
package fairlead.replay;
