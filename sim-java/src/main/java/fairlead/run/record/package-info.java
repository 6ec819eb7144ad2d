// SPDX-License-Identifier: Apache-2.0
/** Records what a run does over time, for its report: from events and from snapshots of the VCs. */
package fairlead.run.record;
