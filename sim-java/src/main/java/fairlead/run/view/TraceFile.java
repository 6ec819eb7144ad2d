// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import fairlead.hw.HwLayout.Header0;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.RunReport;
import fairlead.run.record.Channels;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.PacketRecord.Packet;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Writes trace.json for Perfetto (Trace Event Format). Operations, packets and epochs are asynchronous spans of their
 * node, because they overlap. Flow arrows need slices to begin and end at; these are the cycles in which a packet
 * passes an injection and an ejection port, the hand-over of an operation, and its last commit. One microsecond of the
 * trace is one cycle.
 *
 * <p>Perfetto orders events by time, and those of one time as the file has them. An arrow belongs to the slice of its
 * track that began last. Several operations of a node may be handed over or commit in one cycle, so an arrow comes
 * directly after its slice.
 */
public final class TraceFile {
    public static final String NAME = "trace.json";
    /** Size after which no further span is written. */
    public static final long MOST_BYTES = 64L << 20;

    private static final int HAND_OVER = 1;
    private static final int COMMIT = 2;
    private static final int INJECT = 10;
    private static final int EJECT = 20;

    private final RunReport run;
    private final Program program;
    private final PacketRecord packets;
    private final long most;
    private final int[] firstPacket; // of each operation, or -1
    private final int[] nextPacket; // of the same operation, or -1
    private BufferedWriter out;
    private long written; // characters, so that the file can end at a size
    private boolean first = true;
    private long left;

    /** @param most size in bytes after which no further span is written */
    public TraceFile(RunReport run, Program program, PacketRecord packets, long most) {
        this.run = run;
        this.program = program;
        this.packets = packets;
        this.most = most;
        firstPacket = new int[program.size()];
        Arrays.fill(firstPacket, -1);
        nextPacket = new int[packets.packets().size()];
        for (int p = packets.packets().size() - 1; p >= 0; p--) {
            int op = packet(p).operation();
            if (op >= 0) {
                nextPacket[p] = firstPacket[op];
                firstPacket[op] = p;
            }
        }
    }

    /** Writes the file and returns a line about what was left out, or an empty string. */
    public String write(Path file) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            out = writer;
            add("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
            names();
            long[] closed = RunPage.closings(program, run.operations());
            for (int id = 0; id < program.size(); id++) {
                operation(program.operation(id), run.operations().get(id), closed[id]);
            }
            for (int p = 0; p < packets.packets().size(); p++) {
                addPacket(p);
            }
            String omitted = omitted();
            add("\n],\"otherData\":{\"scenario\":" + quoted(run.setup().scenario()) + ",\"engine\":"
                    + quoted(run.setup().engine())
                    + ",\"events\":" + quoted(run.eventSha256()) + ",\"time\":\"1 us is 1 cycle\",\"omitted\":"
                    + quoted(omitted) + "}}\n");
            return omitted;
        }
    }

    private String omitted() {
        long unrecorded = packets.all() - packets.packets().size();
        return left == 0 && unrecorded == 0
                ? ""
                : left + " operations and packets behind the size limit of " + most + " bytes, " + unrecorded
                        + " packets behind the first " + packets.packets().size();
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private void event(String body) throws IOException {
        add((first ? "\n{" : ",\n{") + body + "}");
        first = false;
    }

    private void add(String text) throws IOException {
        out.append(text);
        written += text.length();
    }

    private void names() throws IOException {
        List<Integer> k = run.setup().shape();
        for (int node = 0; node < program.nodes(); node++) {
            String place = "node " + node + " (" + node % k.get(0) + "," + node / k.get(0) % k.get(1) + ","
                    + node / (k.get(0) * k.get(1)) + ")";
            event("\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" + node + ",\"args\":{\"name\":" + quoted(place)
                    + "}");
            thread(node, HAND_OVER, "hand-over");
            thread(node, COMMIT, "commit");
            for (int port = 0; port < Channels.LOCAL; port++) {
                thread(node, INJECT + port, Channels.name(Channels.INJECT + port));
                thread(node, EJECT + port, Channels.name(Channels.EJECT + port));
            }
        }
    }

    private void thread(int node, int thread, String name) throws IOException {
        event("\"ph\":\"M\",\"name\":\"thread_name\"," + at(node, thread) + ",\"args\":{\"name\":" + quoted(name)
                + "}");
    }

    private static String at(int node, int thread) {
        return "\"pid\":" + node + ",\"tid\":" + thread;
    }

    private static String category(OpKind kind) {
        return switch (kind) {
            case FENCE, FLUSH, QUIET -> "fence";
            case BARRIER -> "barrier";
            default -> "operation";
        };
    }

    private void operation(Operation op, RunReport.OpRow row, long closed) throws IOException {
        if (row.posted() < 0) {
            return;
        }
        if (written >= most) {
            left++;
            return;
        }
        String to = op.target() < 0 ? "" : " to " + op.target();
        String args = ",\"args\":{\"op\":" + op.id() + ",\"task\":" + op.task() + ",\"bytes\":" + op.length()
                + ",\"result\":" + quoted(row.result()) + "}";
        span(category(op.kind()), "op" + op.id(), op.kind() + to, op.node(), row.posted(), row.completed(), args);
        if (op.kind() == OpKind.EPOCH_OPEN) {
            span("epoch", "epoch" + op.id(), "epoch" + to, op.node(), row.posted(), closed, args);
        }
        slice(at(op.node(), HAND_OVER), "op " + op.id(), row.posted(), 1);
        for (int p = firstPacket[op.id()]; p >= 0; p = nextPacket[p]) {
            if (isOwn(p)) {
                flow("s", p, at(op.node(), HAND_OVER), row.posted());
            }
        }
        if (row.lastCommit() >= 0) {
            slice(at(committer(op), COMMIT), "op " + op.id(), row.lastCommit(), 1);
            for (int p = firstPacket[op.id()]; p >= 0; p = nextPacket[p]) {
                if (isLast(p)) {
                    flow("f", p, at(committer(op), COMMIT), row.lastCommit());
                }
            }
        }
    }

    /** Returns whether the arrow of a packet begins at the hand-over of its operation. */
    private boolean isOwn(int p) {
        int op = packet(p).operation();
        return op >= 0
                && program.operation(op).node() == packet(p).source()
                && isPosted(op, packet(p).injectedAt());
    }

    /** Returns whether the arrow of a packet ends at the last commit of its operation, which is later than the port. */
    private boolean isLast(int p) {
        int op = packet(p).operation();
        return op >= 0
                && packet(p).deliveredAt() >= 0
                && Header0.last(packet(p).word0()) != 0
                && committer(program.operation(op)) == packet(p).target()
                && run.operations().get(op).lastCommit() > packet(p).deliveredAt();
    }

    /** Returns the node in whose memory an operation writes. */
    static int committer(Operation op) {
        return op.kind() == OpKind.GET || op.target() < 0 ? op.node() : op.target();
    }

    /** An asynchronous span; one that never ended lasts to the end of the run. */
    private void span(String category, String id, String name, int node, long begin, long end, String args)
            throws IOException {
        String common =
                "\"cat\":\"" + category + "\",\"id\":\"" + id + "\",\"name\":" + quoted(name) + "," + at(node, 0);
        event("\"ph\":\"b\"," + common + ",\"ts\":" + begin + args);
        event("\"ph\":\"e\"," + common + ",\"ts\":" + (end < 0 ? run.cycles() : end));
    }

    private void slice(String at, String name, long begin, long length) throws IOException {
        event("\"ph\":\"X\",\"cat\":\"port\",\"name\":" + quoted(name) + "," + at + ",\"ts\":" + begin + ",\"dur\":"
                + length);
    }

    private Packet packet(int p) {
        return packets.packets().get(p);
    }

    private void addPacket(int p) throws IOException {
        if (written >= most) {
            left++;
            return;
        }
        Packet packet = packet(p);
        int from = packet.source();
        long injected = packet.injectedAt();
        long delivered = packet.deliveredAt();
        String name = packet.type() + " " + from + " to " + packet.target();
        String args = ",\"args\":{\"packet\":" + p + ",\"op\":" + packet.operation() + ",\"flits\":" + packet.flits()
                + ",\"hops\":" + packet.hops() + "}";
        span("packet", "p" + p, name, from, packet.preparedAt(), delivered, args);
        String inject = at(from, INJECT + packet.injectionPort());
        slice(inject, name, injected, packet.flits());
        flow(isOwn(p) ? "t" : "s", p, inject, injected);
        if (delivered < 0) {
            return;
        }
        String eject = at(packet.target(), EJECT + packet.ejectionPort());
        slice(eject, name, Math.max(injected, delivered - packet.flits() + 1), packet.flits());
        flow(isLast(p) ? "t" : "f", p, eject, delivered);
    }

    /** Returns whether the operation was handed over before this cycle; a resent one was last handed over later. */
    private boolean isPosted(int op, long cycle) {
        long posted = run.operations().get(op).posted();
        return posted >= 0 && posted <= cycle;
    }

    private void flow(String phase, int packet, String at, long cycle) throws IOException {
        event("\"ph\":\"" + phase + "\",\"cat\":\"flow\",\"name\":\"life\",\"id\":" + packet + "," + at + ",\"ts\":"
                + cycle + ("f".equals(phase) ? ",\"bp\":\"e\"" : ""));
    }
}
