// SPDX-License-Identifier: Apache-2.0
/**
 * The engine `model`: the tiles of the twin with the parts that docs/spec/fabric.md describes: memories, commands, the
 * barrier network, a single stream of events, and time (docs/understand/twin.md).
 */
package fairlead.twin.fabric;
