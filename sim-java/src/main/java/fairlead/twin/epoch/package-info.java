// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of RMA epochs (docs/spec/epoch-unit.md): {@link fairlead.twin.epoch.EpochOrigin} counts what an epoch
 * sends and closes it, {@link fairlead.twin.epoch.EpochTarget} counts what has arrived and limits access.
 */
package fairlead.twin.epoch;
