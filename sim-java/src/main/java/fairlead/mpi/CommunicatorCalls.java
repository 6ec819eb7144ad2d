// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Communicators: made of others by all their members, who exchange what the result depends on. */
final class CommunicatorCalls {
    private static final int IDENT = 0; // as in mpi.h
    private static final int CONGRUENT = 1;
    private static final int SIMILAR = 2;
    private static final int UNEQUAL = 3;

    private final MpiRank rank;
    private final MemberExchange members;
    private final Map<Object, Integer> groupsMade = new HashMap<>(); // how often a group has made a communicator

    CommunicatorCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        members = new MemberExchange(rank);
        calls.on("Comm_rank", r -> rank.put(r.at(1), rank.comm(r.number(0)).me));
        calls.on("Comm_size", r -> rank.put(r.at(1), rank.comm(r.number(0)).size()));
        calls.on("Comm_dup", this::dup);
        calls.on("Comm_split", r -> split(rank.comm(r.number(0)), r.number(1), r.number(2), r.at(3)));
        calls.on("Comm_split_type", this::splitByNode);
        calls.on("Comm_create", this::create);
        calls.on("Comm_create_group", this::createOfGroup);
        calls.on("Comm_free", this::free);
        calls.on("Comm_group", r -> rank.put(r.at(1), rank.groups.add(rank.comm(r.number(0)).ranks)));
        calls.on("Comm_compare", this::compare);
        calls.on("Comm_test_inter", r -> {
            rank.comm(r.number(0));
            rank.put(r.at(1), 0);
        });
        names(calls, "Comm", rank::comm);
        names(calls, "Win", rank::window);
    }

    private void names(MpiCalls calls, String kind, IntFunction<MpiObject> object) {
        calls.on(kind + "_set_name", r -> object.apply(r.number(0)).name = rank.text(r.at(1), r.number(2)));
        calls.on(kind + "_get_name", r -> rank.putText(r.at(1), r.at(2), object.apply(r.number(0)).name));
        calls.on(kind + "_set_errhandler", r -> object.apply(r.number(0)).handler = r.number(1));
        calls.on(kind + "_get_errhandler", r -> rank.put(r.at(1), object.apply(r.number(0)).handler));
        calls.on(kind + "_call_errhandler", r -> {
            object.apply(r.number(0));
            throw new MpiError(r.number(1));
        });
    }

    private void make(Communicator parent, Object key, int[] ranks, long result) throws IOException {
        Communicator made = new Communicator(rank.world.context(key), ranks, rank.pe.number);
        made.handler = parent.handler;
        made.handle = rank.comms.add(made);
        rank.put(result, made.handle);
    }

    private void dup(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        rank.meet(comm);
        make(comm, List.of(comm.context, comm.next()), comm.ranks, request.at(1));
    }

    private void split(Communicator comm, int color, int key, long result) throws IOException {
        if (color < 0 && color != MpiRank.UNDEFINED) {
            throw new MpiError(ErrorClass.ARG, "the colour " + color);
        }
        byte[] mine = SoftwareMemory.bytes((long) color << Integer.SIZE | key & 0xFFFF_FFFFL);
        byte[][] all = members.gather(comm, mine, i -> true, mine.length);
        int number = comm.next();
        if (color == MpiRank.UNDEFINED) {
            rank.put(result, 0);
            return;
        }
        int[] ranks = IntStream.range(0, comm.size())
                .filter(i -> (int) (SoftwareMemory.word(all[i], 0) >> Integer.SIZE) == color)
                .boxed()
                .sorted(Comparator.comparing(i -> (int) SoftwareMemory.word(all[i], 0)))
                .mapToInt(i -> comm.ranks[i])
                .toArray();
        make(comm, List.of(comm.context, number, color), ranks, result);
    }

    /** One rank is on a node, so that those who share memory are alone. */
    private void splitByNode(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        split(comm, request.number(1) == MpiRank.UNDEFINED ? MpiRank.UNDEFINED : comm.me, 0, request.at(4));
    }

    private void create(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        int[] group = rank.groups.get(request.number(1));
        rank.meet(comm);
        Object key = List.of(comm.context, comm.next(), list(group));
        ofGroup(comm, key, group, request.at(2));
    }

    private void createOfGroup(Request request) throws IOException {
        Communicator comm = rank.comm(request.number(0));
        int[] group = rank.groups.get(request.number(1));
        Object what = List.of(comm.context, list(group), "tag", request.number(2));
        ofGroup(comm, List.of(what, groupsMade.merge(what, 1, Integer::sum)), group, request.at(3));
    }

    private void ofGroup(Communicator comm, Object key, int[] group, long result) throws IOException {
        if (Communicator.indexOf(group, rank.pe.number) < 0) {
            rank.put(result, 0);
        } else {
            make(comm, key, group, result);
        }
    }

    private static List<Integer> list(int[] group) {
        return new ArrayList<>(Arrays.stream(group).boxed().toList());
    }

    private void free(Request request) throws IOException {
        int handle = rank.ints(request.at(0), 1)[0];
        rank.comm(handle);
        if (handle < 1000) {
            throw new MpiError(ErrorClass.COMM, "the communicator that MPI has made cannot be freed");
        }
        rank.comms.remove(handle);
        rank.put(request.at(0), 0);
    }

    private void compare(Request request) throws IOException {
        Communicator one = rank.comm(request.number(0));
        Communicator other = rank.comm(request.number(1));
        int result = GroupCalls.compare(one.ranks, other.ranks);
        rank.put(
                request.at(2),
                one == other ? IDENT : result == IDENT ? CONGRUENT : result == SIMILAR ? SIMILAR : UNEQUAL);
    }
}
