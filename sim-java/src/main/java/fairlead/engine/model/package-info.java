// SPDX-License-Identifier: Apache-2.0
/** The engine `model`: the tiles of the twin with what docs/spec/fabric.md gives them: memories, commands, the barrier network, one stream of events, time (docs/twin.md). */
package fairlead.engine.model;
