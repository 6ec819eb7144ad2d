// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierEvent;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.FlushEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.MachineConfig;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.run.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows one operation, packet or node through a run and describes its life in words, each step with its cycle. */
public final class Explanation implements Observer {
    /** Greatest number of printed steps. */
    public static final int MOST = 400;

    /** Cycles from the pin of an input port to the pin of a link, in a router at rest. */
    private static final int HOP_AT_REST = 1 + HwLayout.ROUTER_STAGES;

    private static final int EPOCH_INDEX = HwLayout.ORIGIN_EPOCHS - 1;

    private record Step(long cycle, String text) {}

    private record Key(long word0, long word1) {}

    private final Subject subject;
    private final Program program;
    private Operation own; // the subject, once the program has it
    private final EventWords words;
    private final MachineConfig machine;
    private final Set<Integer> tags = new HashSet<>(); // tags of the operation at its node
    private final Set<Integer> epochs = new HashSet<>(); // indices of its epochs, until they end
    private final Set<Integer> fences = new HashSet<>(); // entries of the fence unit, until they are done
    private boolean open; // the operation is handed over and has not ended
    private final Map<Key, Integer> followed = new HashMap<>(); // numbers of the packets that are in the network
    private final Map<Key, Long> headAt = new HashMap<>(); // the earliest cycle in which a head can be at its router
    private final List<Step> steps = new ArrayList<>();
    private int packets;
    private long left;

    public Explanation(Subject subject, Program program, MachineConfig machine) {
        this.subject = subject;
        this.program = program;
        this.machine = machine;
        words = new EventWords(machine.shape());
        own = subject.kind() == Subject.Kind.OP && subject.number() < program.size()
                ? program.operation(subject.number())
                : null;
    }

    /** Returns why there is no such subject, or an empty string; packets are known only after the run. */
    public String refusal() {
        int most = subject.kind() == Subject.Kind.OP
                ? program.size() == 0 ? Integer.MAX_VALUE : program.size() // it may grow
                : subject.kind() == Subject.Kind.NODE ? program.nodes() : Integer.MAX_VALUE;
        return subject.number() < most ? "" : "there is no " + subject + "; the last is " + (most - 1);
    }

    private void tell(long cycle, String text) {
        if (steps.size() < MOST) {
            steps.add(new Step(cycle, text));
        } else {
            left++;
        }
    }

    private boolean isAbout(Operation op) {
        return switch (subject.kind()) {
            case OP -> op.id() == subject.number();
            case NODE -> op.node() == subject.number();
            default -> false;
        };
    }

    @Override
    public void added(Operation op) {
        own = isAbout(op) && subject.kind() == Subject.Kind.OP ? op : own;
    }

    @Override
    public void posted(Operation op, int tag, long cycle) {
        if (own != null && op.node() == own.node() && tag >= 0) {
            own(op, tag);
        }
        if (isAbout(op)) {
            open = true;
            String by = tag < 0 ? "" : op.kind() == OpKind.EPOCH_OPEN ? ", epoch index " + tag : ", tag " + tag;
            tell(cycle, "software hands " + name(op) + " to the NIC" + by);
        }
    }

    /** Notes who has a tag, or an epoch index, from now on. */
    private void own(Operation op, int tag) {
        boolean isEpoch = op.kind() == OpKind.EPOCH_OPEN;
        Set<Integer> held = isEpoch ? epochs : tags;
        if (op.id() == subject.number() || isEpoch && own.kind() == OpKind.EPOCH_CLOSE && op.id() == own.epoch()) {
            held.add(tag);
        } else {
            held.remove(tag);
        }
    }

    private String name(Operation op) {
        return subject.kind() == Subject.Kind.OP ? "it" : op.toString();
    }

    @Override
    public void finished(Operation op, Result result, long cycle) {
        if (isAbout(op)) {
            open = false;
            tell(cycle, "software knows that " + name(op) + " ended: " + result);
        }
    }

    @Override
    public void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            event(batch);
        }
        batch.rewind();
    }

    private void event(EventCursor e) {
        switch (e.kind()) {
            case EventKind.PACKET_INJECTED -> injected(e);
            case EventKind.HOP -> hop(e);
            case EventKind.PACKET_DELIVERED -> delivered(e);
            default -> {
                if (subject.kind() == Subject.Kind.NODE ? e.node() == subject.number() : isOfOperation(e)) {
                    tell(e.cycle(), words.of(e));
                }
            }
        }
    }

    /** Decides whether an event of a unit carries the tag, the epoch or the barrier of the operation. */
    private boolean isOfOperation(EventCursor e) {
        if (own == null || e.node() != own.node()) {
            return false;
        }
        boolean barrier = open && own.kind() == OpKind.BARRIER && BarrierEvent.barrier(e.a()) == own.barrier();
        return switch (e.kind()) {
            case EventKind.OP_ISSUED -> tags.contains((int) Descriptor0.tag(e.a()));
            case EventKind.OP_LOCAL -> tags.contains((int) Header1.tag(e.b()));
            case EventKind.OP_DONE,
                    EventKind.OP_RESULT,
                    EventKind.OP_REFUSED,
                    EventKind.OP_REJECTED,
                    EventKind.FENCE_DONE -> tags.contains((int) OpEvent.tag(e.a()));
            case EventKind.FLUSH_ARMED, EventKind.FLUSH_DONE -> isOfFence(e);
            case EventKind.DLA_ACCEPTED, EventKind.DLA_DISCARDED, EventKind.DLA_DRAINED, EventKind.DLA_PURGED -> tags
                    .contains((int) DlaTagEvent.tag(e.a()));
            case EventKind.EPOCH_OPENED,
                    EventKind.EPOCH_DENIED,
                    EventKind.EPOCH_CLOSING,
                    EventKind.EPOCH_CLOSED -> epochs.contains((int) e.a());
            case EventKind.EPOCH_ENDED -> epochs.remove((int) e.a());
            case EventKind.BARRIER_JOINED -> barrier && BarrierEvent.tasks(e.a()) == own.task();
            case EventKind.BARRIER_GLOBAL -> barrier;
            case EventKind.BARRIER_RELEASED -> barrier && (e.a() >> own.task() & 1) != 0;
            default -> false;
        };
    }

    /** Decides whether a flush or fence is this one; its entry identifies its PONGs. */
    private boolean isOfFence(EventCursor e) {
        if (!tags.contains((int) OpEvent.tag(e.a()))) {
            return false;
        }
        if (e.kind() == EventKind.FLUSH_ARMED) {
            fences.add((int) FlushEvent.entry(e.b()));
        } else {
            fences.clear();
        }
        return true;
    }

    private boolean isOfSubject(EventCursor e, int packet) {
        int from = words.rank(Header0.src(e.a()));
        int to = words.rank(Header0.dst(e.a()));
        return switch (subject.kind()) {
            case PACKET -> packet == subject.number();
            case NODE -> from == subject.number() || to == subject.number();
            case OP -> own != null && (isRequest(e) ? from : to) == own.node() && isOfOwnPacket(e);
        };
    }

    private static boolean isRequest(EventCursor e) {
        return Header0.ptype(e.a()) < PacketType.DATA;
    }

    /** Decides whether a packet from or to the node of the operation belongs to it. */
    private boolean isOfOwnPacket(EventCursor e) {
        int tag = (int) Header1.tag(e.b());
        int entry = (int) Header1.entry(e.b());
        return switch ((int) Header0.ptype(e.a())) {
            case PacketType.PONG -> fences.contains(entry);
            case PacketType.INIT, PacketType.INIT_ACK, PacketType.ACK -> epochs.contains(entry);
            case PacketType.PUT_COUNT -> epochs.contains(tag & EPOCH_INDEX);
            case PacketType.TERM, PacketType.CREDIT, PacketType.PUT_ACK -> false;
            default -> tags.contains(tag);
        };
    }

    private void injected(EventCursor e) {
        int packet = packets++;
        if (!isOfSubject(e, packet)) {
            return;
        }
        Key key = new Key(e.a(), e.b());
        followed.put(key, packet);
        headAt.put(key, e.cycle());
        long prepared = machine.stamps().cycle(e.cycle(), Header0.stamp(e.a()));
        tell(
                e.cycle(),
                "packet " + packet + ", " + words.packet(e.a()) + ": its head enters the router of "
                        + words.place(e.node()) + " through " + words.unit(e.unit())
                        + (prepared < e.cycle() ? "; it was prepared in cycle " + prepared : ""));
    }

    private void hop(EventCursor e) {
        Key key = new Key(e.a(), e.b());
        Integer packet = followed.get(key);
        if (packet == null) {
            if (subject.kind() == Subject.Kind.NODE && e.node() == subject.number()) {
                tell(e.cycle(), words.packet(e.a()) + " passes: " + words.of(e));
            }
            return;
        }
        long rest = headAt.get(key) + HOP_AT_REST;
        long waited = e.cycle() - rest;
        headAt.put(key, e.cycle() - HOP_AT_REST + machine.latency().link() + HwLayout.ROUTER_STAGES);
        tell(
                e.cycle(),
                "packet " + packet + ": " + words.of(e)
                        + (waited > 0 ? "; it waited " + waited + " cycles for it" : ""));
    }

    private void delivered(EventCursor e) {
        Integer packet = followed.remove(new Key(e.a(), e.b()));
        if (packet != null) {
            tell(
                    e.cycle(),
                    "packet " + packet + ": its tail is accepted by " + words.unit(e.unit()) + " of "
                            + words.place(e.node()));
        }
    }

    /** Returns the life as text, after the run. */
    public String text(RunReport run) {
        if (subject.kind() == Subject.Kind.OP && own == null) {
            return "there is no " + subject + "; the run has "
                    + run.operations().size() + " operations\n";
        }
        if (own != null) {
            commits(run.operations().get(subject.number()));
        }
        StringBuilder text = new StringBuilder();
        text.append(own != null ? own : subject)
                .append(" of ")
                .append(run.setup().scenario())
                .append(", in cycles\n");
        if (steps.isEmpty()) {
            return text.append("  nothing of it was seen; the run has ")
                    .append(packets)
                    .append(" packets\n")
                    .toString();
        }
        steps.sort(Comparator.comparingLong(Step::cycle));
        long before = steps.get(0).cycle();
        long longest = -1;
        Step slow = null;
        for (Step step : steps) {
            long gap = step.cycle() - before;
            text.append(String.format(Locale.ROOT, "%10d %+7d  %s%n", step.cycle(), gap, step.text()));
            if (gap > longest) {
                longest = gap;
                slow = step;
            }
            before = step.cycle();
        }
        if (left > 0) {
            text.append("           and ").append(left).append(" steps more\n");
        }
        text.append("from the first step to the last: ")
                .append(before - steps.get(0).cycle())
                .append(" cycles; the longest pause is ")
                .append(longest)
                .append(" cycles, before: ")
                .append(slow.text())
                .append('\n');
        return text.toString();
    }

    private void commits(RunReport.OpRow row) {
        if (row.firstCommit() >= 0) {
            int node = TraceFile.committer(own);
            steps.add(new Step(row.firstCommit(), "the first bytes are in the memory of " + words.place(node)));
            if (row.lastCommit() > row.firstCommit()) {
                steps.add(new Step(row.lastCommit(), "the last bytes are in the memory of " + words.place(node)));
            }
        }
    }

    /**
     * What an explanation is about.
     *
     * @param number its number in ops.csv or packets.csv, or the rank of the node
     */
    public record Subject(Kind kind, int number) {
        private static final Pattern FORM = Pattern.compile("(?i)(op|packet|node):([0-9]{1,9})");

        /** The three sorts of subjects. */
        public enum Kind {
            OP,
            PACKET,
            NODE
        }

        /** Returns the subject of a text such as `op:12`, `packet:5` or `node:3`; throws IllegalArgumentException. */
        public static Subject of(String text) {
            Matcher subject = FORM.matcher(text);
            if (!subject.matches()) {
                throw new IllegalArgumentException("'" + text
                        + "' is no subject; one is op:N or packet:N (numbers of ops.csv, packets.csv) or node:RANK");
            }
            Kind kind = Kind.valueOf(subject.group(1).toUpperCase(Locale.ROOT));
            return new Subject(kind, Integer.parseInt(subject.group(2)));
        }

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + " " + number;
        }
    }
}
