// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Library;
import fairlead.pe.NativeException;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The calls of MPI of one rank: each function has an action under its name without MPI_. */
final class MpiCalls implements Library.Calls {
    /** Does a call; it throws an MpiError if that returns another code than MPI_SUCCESS. */
    @FunctionalInterface
    interface Action {
        void act(Request request) throws IOException;
    }

    private final MpiRank rank;
    private final Map<String, Action> actions = new HashMap<>();

    MpiCalls(MpiRank rank) {
        this.rank = rank;
        new TopologyCalls(rank, this, new CommunicatorCalls(rank, this));
        new GroupCalls(rank, this);
        new MessageCalls(rank, this);
        new CollectiveCalls(rank, this);
        new DatatypeCalls(rank, this);
        new WindowCalls(rank, this);
        new AccessCalls(rank, this);
        new InfoCalls(rank, this);
    }

    void on(String name, Action action) {
        actions.put(name, action);
    }

    @Override
    public long call(Request request) throws IOException {
        if (request.call().equals("INIT")) {
            rank.start(request);
            return 0;
        }
        if (request.call().equals("FINALIZE")) {
            return 0;
        }
        Action action = actions.get(request.function().replaceFirst("^MPI_", ""));
        if (action == null) {
            throw NativeException.run("there is no such function in MPI");
        }
        rank.begin();
        try {
            action.act(request);
            return 0;
        } catch (MpiError e) {
            return rank.fail(e);
        }
    }

    @Override
    public String awaited() {
        return rank.awaited;
    }
}
