// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The nodes at the other end of an EpochUnit's epochs. They draw the notices that CommitUnit may send in a cycle, in
 * any order that the network allows and at changing rates.
 */
final class EpochPeers {
    enum Kind {
        NONE,
        PUT_DONE,
        PUT_PART,
        COUNT,
        TERM,
        INIT,
        GET_DONE,
        GET_PART,
        ACK,
        INIT_ACK,
        INIT_NACK
    }

    /** An epoch that is open at this node. */
    static final class Exposed {
        int entry;
        int generation;
        int origin;
        int localIndex;
        int puts; // number of puts still to come
        int parts;
        boolean counts; // whether PUT_COUNT is still to come
        int allPuts;
        int allParts;
        boolean acked;
    }

    /** One notification; fields that its kind does not use are random. */
    static final class Notice {
        Kind kind = Kind.NONE;
        int entry;
        int generation;
        int origin;
        int localIndex;
        int value;
        int parts;
        boolean failed;
        boolean answers; // whether it is the INIT_ACK of an INIT that has been sent

        void show(RtlUnit rtl) {
            rtl.set("notice_putDone", kind == Kind.PUT_DONE);
            rtl.set("notice_putPart", kind == Kind.PUT_PART);
            rtl.set("notice_count", kind == Kind.COUNT);
            rtl.set("notice_term", kind == Kind.TERM);
            rtl.set("notice_init", kind == Kind.INIT);
            rtl.set("notice_getDone", kind == Kind.GET_DONE);
            rtl.set("notice_getPart", kind == Kind.GET_PART);
            rtl.set("notice_ack", kind == Kind.ACK);
            rtl.set("notice_initAck", kind == Kind.INIT_ACK);
            rtl.set("notice_initNack", kind == Kind.INIT_NACK);
            rtl.set("notice_failed", failed || kind == Kind.GET_PART);
            rtl.set("notice_entry", entry);
            rtl.set("notice_gen", generation);
            rtl.coord("notice_origin", origin);
            rtl.set("notice_localIndex", localIndex);
            rtl.set("notice_value", value);
            rtl.set("notice_parts", parts);
        }
    }

    private static final int[] ORIGINS = {0x000, 0x421, 0x8F7, 0x123};

    private final Random random;
    private final boolean lawful;
    private final int indices;
    private final int[] target = new int[64];
    private final List<Integer> inits = new ArrayList<>(); // indices of the INITs that are not answered
    private final List<Integer> acks = new ArrayList<>(); // indices of the PUT_COUNTs and TERMs that are not answered
    private final List<Integer> gets = new ArrayList<>(); // indices of the gets that are not done
    private final List<Exposed> exposed = new ArrayList<>();
    private final List<Exposed> queued = new ArrayList<>();
    private final int[] weights = new int[Kind.values().length];
    private int idle;

    EpochPeers(Random random, boolean lawful, int indices) {
        this.random = random;
        this.lawful = lawful;
        this.indices = indices;
    }

    /**
     * Draws new rates. In one of four periods epochs are opened at this node and hardly any ends, and in one they end
     * and none is opened, so that the table fills and becomes empty.
     */
    void rates() {
        idle = random.nextInt(60);
        int period = random.nextInt(4);
        for (int kind = 0; kind < weights.length; kind++) {
            weights[kind] = period == 0 ? random.nextInt(3) : random.nextInt(20) * random.nextInt(20);
        }
        if (period == 0) {
            weights[Kind.INIT.ordinal()] = 100;
        } else if (period == 1) {
            idle = 0;
            weights[Kind.INIT.ordinal()] = 0;
            for (Kind ends : new Kind[] {Kind.PUT_DONE, Kind.PUT_PART, Kind.COUNT, Kind.TERM}) {
                weights[ends.ordinal()] = 1000;
            }
        }
    }

    // ---- what the unit has done

    int target(int index) {
        return target[index];
    }

    void entered(int index, boolean isPut) {
        if (!isPut) {
            gets.add(index);
        }
    }

    void sent(int ptype, long word, int dst) {
        if (ptype == PacketType.INIT) {
            target[(int) Header1.entry(word)] = dst;
            inits.add((int) Header1.entry(word));
        } else if (ptype == PacketType.PUT_COUNT) {
            acks.add((int) Header1.tag(word) & 63);
        } else {
            acks.add(ending(Header1.entry(word), Header1.gen(word)));
        }
    }

    // index, entry and generation of each epoch that an INIT_ACK has opened
    private final List<long[]> granted = new ArrayList<>();

    /**
     * Returns the index of the epoch that a TERM ends. TERM does not contain it, but the INIT_ACK of the same entry and
     * generation did.
     */
    private int ending(long entry, long generation) {
        for (long[] one : granted) {
            if (one[1] == entry && one[2] == generation) {
                granted.remove(one);
                return (int) one[0];
            }
        }
        return 0;
    }

    private boolean isGranted(long entry, long generation) {
        return granted.stream().anyMatch(one -> one[1] == entry && one[2] == generation);
    }

    void answered(int ptype, long word, int dst) {
        int index = (int) Header1.entry(word);
        if (ptype == PacketType.INIT_ACK) {
            for (Exposed one : queued) {
                if (one.origin == dst && one.localIndex == index) {
                    queued.remove(one);
                    one.entry = (int) Header1.addr(word);
                    one.generation = (int) Header1.gen(word);
                    exposed.add(one);
                    return;
                }
            }
            return;
        }
        for (Exposed one : exposed) {
            if (one.origin == dst
                    && one.localIndex == index
                    && !one.counts
                    && one.puts + one.parts == 0
                    && !one.acked) {
                one.acked = true;
                return;
            }
        }
    }

    void exposed(int entry, int generation, int origin, int localIndex) {
        Exposed one = plan(origin, localIndex);
        one.entry = entry;
        one.generation = generation;
        exposed.add(one);
    }

    void queued(int origin, int localIndex) {
        queued.add(plan(origin, localIndex));
    }

    private Exposed plan(int origin, int localIndex) {
        Exposed one = new Exposed();
        one.origin = origin;
        one.localIndex = localIndex;
        one.counts = true;
        one.allPuts = random.nextInt(5);
        one.allParts = one.allPuts == 0 ? 0 : random.nextInt(4);
        one.puts = one.allPuts;
        one.parts = one.allParts;
        return one;
    }

    // ---- what may be told

    Exposed any() {
        return exposed.isEmpty() ? null : exposed.get(random.nextInt(exposed.size()));
    }

    int origin() {
        return random.nextInt(8) == 0 ? random.nextInt(1 << 12) : ORIGINS[random.nextInt(ORIGINS.length)];
    }

    Notice notice() {
        Notice note = new Notice();
        note.entry = random.nextInt(64);
        note.generation = random.nextInt(16);
        note.origin = origin();
        note.localIndex = random.nextInt(indices);
        note.value = random.nextInt(1 << 28);
        note.parts = random.nextInt(1 << 15);
        note.failed = random.nextInt(4) == 0;
        if (random.nextInt(100) < idle) {
            return note;
        }
        Kind kind = draw();
        if (!lawful && random.nextInt(8) == 0) {
            note.kind = kind;
            return kind == Kind.INIT_ACK ? new Notice() : note; // an INIT_ACK without an INIT would have no meaning
        }
        lawful(note, kind);
        return note;
    }

    private Kind draw() {
        int sum = 1;
        for (int weight : weights) {
            sum += weight;
        }
        int at = random.nextInt(sum);
        for (Kind kind : Kind.values()) {
            at -= weights[kind.ordinal()];
            if (at < 0) {
                return kind;
            }
        }
        return Kind.INIT;
    }

    private boolean isOpen(int origin, int localIndex) {
        return Stream.concat(exposed.stream(), queued.stream())
                .anyMatch(one -> one.origin == origin && one.localIndex == localIndex);
    }

    private void lawful(Notice note, Kind kind) {
        switch (kind) {
            case INIT -> {
                note.kind = kind;
                while (isOpen(note.origin, note.localIndex)) { // an index of an origin has one epoch at a time
                    note.localIndex = random.nextInt(64);
                    note.origin = origin();
                }
            }
            case GET_DONE -> own(note, kind, gets);
            case GET_PART -> {
                own(note, kind, gets);
                if (note.kind == kind) {
                    gets.add(note.localIndex);
                }
            }
            case ACK -> own(note, kind, acks);
            case INIT_NACK -> own(note, kind, inits);
            case INIT_ACK -> {
                own(note, kind, inits);
                if (note.kind == kind) {
                    while (isGranted(note.entry, note.generation)) {
                        note.entry = random.nextInt(64);
                    }
                    note.answers = true;
                    granted.add(new long[] {note.localIndex, note.entry, note.generation});
                }
            }
            case NONE -> {}
            default -> peer(note, kind);
        }
    }

    private void own(Notice note, Kind kind, List<Integer> waiting) {
        if (!waiting.isEmpty()) {
            note.kind = kind;
            note.localIndex = waiting.remove(random.nextInt(waiting.size()));
        }
    }

    private void peer(Notice note, Kind kind) {
        Exposed one = any();
        if (one == null) {
            return;
        }
        if (kind == Kind.PUT_DONE && one.puts > 0) {
            one.puts--;
        } else if (kind == Kind.PUT_PART && one.parts > 0) {
            one.parts--;
        } else if (kind == Kind.COUNT && one.counts) {
            one.counts = false;
            note.value = one.allPuts;
            note.parts = one.allParts;
            note.localIndex = one.localIndex;
        } else if (kind == Kind.TERM && one.acked) {
            exposed.remove(one);
        } else {
            return;
        }
        note.kind = kind;
        note.entry = one.entry;
        note.generation = one.generation;
        note.origin = one.origin;
    }
}
