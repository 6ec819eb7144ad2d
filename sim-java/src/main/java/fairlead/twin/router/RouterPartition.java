// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static fairlead.twin.router.RouterState.EVENT_PLACE_MASK;
import static fairlead.twin.router.RouterState.NODE_SHIFT;

/**
 * The routers of a range of nodes, which one thread of {@link TorusRouter} executes. The class is part of the hot path.
 *
 * <p>A cycle consists of {@link #grants}, {@link #arrivals} and {@link #registers}. Words that a partition sends to
 * another are on the pins in a later cycle. Within a cycle, partitions share only slots of rings that the other
 * partition neither reads nor writes in that cycle. They may therefore run at the same time, with one synchronisation
 * between two cycles.
 *
 * <p>A router without a VC whose front flit may move does nothing and is not visited. A router in which only the
 * connections of the last cycle continue needs no arbitration: see {@link #stream}.
 *
 * <p>The JVM does not load the subclasses for routers of the RTL with links of full speed, so the overridable methods
 * cost no time there.
 */
class RouterPartition extends RouterInputs {
    private static final int LINKS = RouterShape.LINKS;
    private static final int PORTS = RouterShape.PORTS;
    private static final long UNKNOWN = -1;

    private final PartitionPorts.Crossing crossingOrNull; // null without a stage for it
    private final PartitionPorts.EjectionLinks nic;
    private final PartitionPorts.HopSink hops;
    private final int[] link;
    private final int firstWord;
    private final int endWord;
    final SwitchAllocator switchAllocator;
    final SwitchAllocator.Connections connections;
    private final WaitCauses waits;

    // temporary values of a cycle
    final int[] winner = new int[PORTS];
    final int[] wanted = new int[PORTS]; // by output: what its winner wants

    private long tails; // mask of the input VCs of the current router from which a tail moved

    /** @param all array that receives the links of all partitions; this partition stores its links at index `self` */
    RouterPartition(RouterState state, PartitionLinks[] all, int self, PartitionPorts ports) {
        super(state, all, self, ports.packets());
        crossingOrNull =
                RouterShape.CROSSING == 0 ? null : new PartitionPorts.Crossing(ports.nic(), ports.hopsOrNull());
        PartitionPorts far = crossingOrNull == null ? ports : crossingOrNull.before(ports);
        nic = far.nic();
        hops = far.hopsOrNull();
        link = state.link;
        firstWord = from >> 6;
        endWord = to + Long.SIZE - 1 >> 6;
        switchAllocator = new SwitchAllocator(state);
        connections = new SwitchAllocator.Connections(state, cutThrough);
        waits = new WaitCauses(state);
    }

    // ---- a cycle ----

    void cycle(long t) {
        grants(t);
        arrivals(t);
        registers();
    }

    /** Executes the grants of cycle t, decided by the state at the start of t. */
    void grants(long t) {
        begin(t);
        for (int word = firstWord; word < endWord; word++) {
            for (long bits = awake[word]; bits != 0; bits &= bits - 1) {
                step((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
        links.end();
    }

    private void begin(long t) {
        if (RouterShape.CROSSING > 0) {
            crossingOrNull.end();
        }
        int visits = 0;
        for (int word = firstWord; word < endWord; word++) {
            visits += Long.bitCount(awake[word]);
        }
        if (waits.any()) {
            waits.begin(t, t - now + 1, held, firstWord, endWord);
        }
        now = t;
        links.begin(t, visits);
    }

    // ---- a router ----

    void step(int node) {
        long requests = ready[node];
        if (requests != 0) {
            act(node, requests);
        }
    }

    /** Moves flits of the requesting VCs, at most one for each input port and output port. */
    final void act(int node, long requests) {
        tails = 0;
        boolean counts = waits.any() && waits.on[node];
        long late = 0;
        if (counts) {
            if (!RouterShape.ALLOCATES) {
                waits.blocked(node, occupied[node] & ~requests, 1);
            }
            late = connections.late(node, requests, now);
        }
        long moved;
        if ((requests & ~connections.streams(node, now)) == 0) {
            moved = requests;
            stream(node, requests);
        } else if ((requests & requests - 1) == 0) {
            moved = requests;
            int place = Long.numberOfTrailingZeros(requests);
            move(node, place, output(node, place, connections.busy));
        } else {
            moved = allocate(node, requests);
        }
        if (counts) {
            waits.moved(node, moved);
            waits.refused(node, requests & ~moved, late);
        }
        connections.moved(node, moved & ~tails, now);
        stepped(node, RouterShape.ALLOCATES ? ready[node] | heads[node] : ready[node]);
    }

    /** Updates the flags of a router after its step; `more` are the VCs that can act in the next cycle. */
    final void stepped(int node, long more) {
        awake[node >> 6] &= ~((1L ^ isSome(more)) << node);
        held[node >> 6] &= ~((1L ^ isSome(occupied[node])) << node);
    }

    /** Notes the output VCs of the current router whose links take no head, in the layout of {@link CutThrough}. */
    final void busy(long bits) {
        connections.busy(bits);
    }

    /** Returns the output VC that the front flit of an input VC wants; an adaptive head wants none of `avoided`. */
    final int output(int node, int place, long avoided) {
        long word = in[node * vcs + place];
        return cutThrough == null ? InputVc.output(word) : cutThrough.output(node, place, word, avoided);
    }

    /**
     * Executes both stages of the switch allocation and moves the flits of the winners; returns the input VCs that won.
     */
    private long allocate(int node, long requests) {
        // in dimension order, late VCs matter only if two candidates want the same port
        long late = cutThrough == null ? UNKNOWN : connections.late(node, requests, now);
        int first = -1; // candidate of the lowest input port; ages are relative to its stamp
        int outputs = 0; // mask of the outputs that have a candidate
        for (long inputs = RouterShape.byInput(requests); inputs != 0; ) {
            int lowest = Long.numberOfTrailingZeros(inputs);
            long input = SwitchAllocator.inputMask(lowest);
            long rivals = requests & input;
            int candidate;
            if ((rivals & rivals - 1) == 0) {
                candidate = Long.numberOfTrailingZeros(rivals);
            } else {
                late = late == UNKNOWN ? connections.late(node, requests, now) : late;
                candidate = switchAllocator.pick(node, lowest, rivals, late);
            }
            inputs &= ~input;
            if (first < 0) {
                first = candidate;
            }
            int wants = output(node, candidate, cutThrough == null ? 0 : connections.avoided(candidate));
            int output = RouterShape.port(wants);
            if ((outputs >> output & 1) == 0) {
                outputs |= 1 << output;
                winner[output] = candidate;
                wanted[output] = wants;
            } else {
                late = late == UNKNOWN ? connections.late(node, requests, now) : late;
                if (switchAllocator.contest(node, first, output, winner[output], candidate, late) == candidate) {
                    winner[output] = candidate;
                    wanted[output] = wants;
                }
            }
        }
        long moved = 0;
        for (int rest = outputs; rest != 0; rest &= rest - 1) {
            int output = Integer.numberOfTrailingZeros(rest);
            moved |= 1L << winner[output];
            move(node, winner[output], wanted[output]);
        }
        return moved;
    }

    /**
     * Moves the front flits of `requests` without arbitration, because no other VC requests. Each flit follows the
     * previous flit of its packet, which moved in the last cycle. The requests therefore use different inputs and
     * outputs, and the pointers of the arbitration already have the values that the grants would give them.
     */
    private void stream(int node, long requests) {
        int base = node * vcs;
        long stop = 0; // mask of the VCs that have no flit to send in the next cycle
        long empty = 0;
        for (long rest = requests; rest != 0; rest &= rest - 1) {
            int place = Long.numberOfTrailingZeros(rest);
            long word = in[base + place];
            int flit = InputVc.flit(word);
            int wants = InputVc.output(word);
            if (InputVc.isTail(word)) {
                move(node, place, wants);
                continue;
            }
            long outWord = OutputVc.sent(out[base + wants]);
            out[base + wants] = outWord;
            long behind = InputVc.next(InputVc.left(word));
            in[base + place] = behind;
            int emptied = isZero(InputVc.count(behind));
            empty |= (long) emptied << place;
            stop |= (long) (emptied | OutputVc.isStuck(outWord)) << place;
            if (RouterShape.isLocal(wants)) {
                nic.eject(node, wants - RouterShape.FIRST_LOCAL, flit);
            } else {
                int line = node * LINKS + RouterShape.port(wants);
                links.sendFlit(line, link[line] + RouterShape.offset(wants));
            }
            if (RouterShape.isLocal(place)) {
                nic.injectCredit(node, place - RouterShape.FIRST_LOCAL);
            } else if (cutThrough == null) {
                links.sendCredit(link[node * LINKS + RouterShape.port(place)] + RouterShape.offset(place));
            }
        }
        occupied[node] &= ~empty;
        ready[node] &= ~stop;
    }

    final void move(int node, int place, int wants) {
        int base = node * vcs;
        long word = in[base + place];
        int flit = InputVc.flit(word);
        int output = RouterShape.port(wants);
        boolean head = Packets.isHead(flit);
        boolean tail = InputVc.isTail(word);
        long outWord = OutputVc.sent(out[base + wants]);

        if (output < LINKS) {
            int far = link[node * LINKS + output] + RouterShape.offset(wants);
            links.sendFlit(node * LINKS + output, far);
            if (head) {
                outWord = sendHead(far, Packets.packet(flit), outWord);
                if (hops != null) {
                    hops.hop(node, output, RouterShape.number(wants), Packets.packet(flit));
                }
            }
        } else {
            nic.eject(node, output - LINKS, Packets.flit(Packets.packet(flit), Packets.index(flit), tail));
        }
        int port = RouterShape.port(place);
        if (port >= LINKS) {
            nic.injectCredit(node, port - LINKS);
        } else if (cutThrough == null || tail) {
            links.sendCredit(link[node * LINKS + port] + RouterShape.offset(place));
        }
        switchAllocator.granted(node, place, port, output);

        if (cutThrough == null) {
            outWord = tookOrFreed(node, place, outWord, head, tail);
        } else if (head || tail) {
            outWord = tookOrFreed(node, place, wants, outWord, head, tail, output < LINKS);
        }
        out[base + wants] = outWord;

        // the input VC
        tails |= (tail ? 1L : 0) << place;
        long rest = InputVc.left(word);
        int empty = isZero(InputVc.count(rest));
        occupied[node] &= ~((long) empty << place);
        if (!tail) {
            in[base + place] = InputVc.next(head ? InputVc.withOutput(rest, wants) : rest);
            ready[node] &= ~((long) (empty | OutputVc.isStuck(outWord)) << place);
        } else if (empty != 0) {
            in[base + place] = InputVc.awaiting(rest);
            ready[node] &= ~(1L << place);
        } else {
            frontHead(node, place, rest);
        }
    }

    /**
     * Updates an output VC under wormhole switching: a head takes it, a tail frees it. The heads that wait for it
     * become ready or not according to the release and the remaining credits.
     */
    long tookOrFreed(int node, int place, long word, boolean head, boolean tail) {
        boolean spent = OutputVc.credits(word) == 0;
        if (head) {
            long taken = OutputVc.withoutWaiter(word, place);
            if (!tail || spent) {
                ready[node] &= ~OutputVc.waiters(taken);
            }
            return tail ? taken : OutputVc.owned(taken, place);
        }
        if (tail && !spent) {
            ready[node] |= OutputVc.waiters(word);
        }
        return tail ? OutputVc.free(word) : word;
    }

    /** Updates an output VC under cut-through; on a link, the body follows without credits. */
    long tookOrFreed(int node, int place, int wants, long word, boolean head, boolean tail, boolean onLink) {
        long now = OutputVc.free(word);
        if (head) {
            cutThrough.granted(node, place);
            if (!tail) {
                now = OutputVc.owned(word, place);
                now = onLink ? OutputVc.withRoom(now) : now;
            }
        }
        cutThrough.changed(node, wants, now);
        return now;
    }

    /**
     * Appends a packet to the packets on the way to the buffer `far`; returns the output word with its pointer
     * advanced.
     */
    private long sendHead(int far, int packet, long outWord) {
        int place = far & EVENT_PLACE_MASK;
        state.rings[ring(far >>> NODE_SHIFT, place) + OutputVc.ring(outWord)] = packet;
        return OutputVc.ringMoved(outWord, state.last(place));
    }

    // ---- calls between two cycles ----

    long nextDue() {
        if (injected.count != 0 || freed.count != 0 || RouterShape.CROSSING > 0 && crossingOrNull.isBusy()) {
            return now;
        }
        for (int word = firstWord; word < endWord; word++) {
            if (awake[word] != 0) {
                return now;
            }
        }
        return links.nextDue(now);
    }

    final WaitCauses waits() {
        return waits;
    }
}
