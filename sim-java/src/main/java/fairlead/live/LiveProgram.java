// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.engine.Engine;
import fairlead.node.ExecutionReport;
import fairlead.node.Executor;
import fairlead.node.Observer;
import fairlead.program.Program;
import java.util.function.Consumer;

/** A program whose software decides during the run what comes next, for example processes. */
public interface LiveProgram {
    /**
     * Plays it once, to its end, on an engine that has just been opened. The observers are told of each operation.
     *
     * @param started receives the executor before the first cycle
     */
    ExecutionReport play(Engine engine, Consumer<Executor> started, Observer... observers);

    /** Returns what it has done until now, as a program that gives the same events up to there. */
    Program program();
}
