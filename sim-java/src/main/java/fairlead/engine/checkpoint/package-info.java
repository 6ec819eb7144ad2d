// SPDX-License-Identifier: Apache-2.0
/** Files that hold the state of a machine, from which a run goes on (docs/use/checkpoint.md). */
package fairlead.engine.checkpoint;
