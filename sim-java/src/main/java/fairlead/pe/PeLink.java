// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The socket of one process: its requests, the commands to it while it is in a call, and the answer. */
public final class PeLink implements AutoCloseable {
    /** Says that the process has closed its end, because it has ended. */
    public static final class Closed extends IOException {
        private static final long serialVersionUID = 1;
    }

    /** Says that the process has sent nothing for the limit of time. */
    public static final class Silent extends IOException {
        private static final long serialVersionUID = 1;
    }

    private static final int RETURN = 0; // the commands of calls.h
    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int COMBINE = 3;
    private static final int APPLY = 4;
    private static final int COMMAND_BYTES = 5 * Long.BYTES;
    private static final int BUFFER = 1 << 17; // more than a frame

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private long limit; // 0 for none
    private final ByteBuffer in =
            ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN).flip();
    private final ByteBuffer seen = ByteBuffer.allocateDirect(Frames.BYTES);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private String[] calls; // by their numbers in this process
    private FileChannel memory; // of the process; null if the system does not let it be read
    private final List<Unsent> unsent = new ArrayList<>();
    private boolean behind; // the process may not have done what was sent to it

    private record Unsent(long address, byte[] bytes) {}

    /** @param limit milliseconds in which the process must send */
    public PeLink(SocketChannel channel, long limit) throws IOException {
        this.channel = channel;
        this.limit = limit;
        channel.configureBlocking(false);
        selector = Selector.open();
        key = channel.register(selector, SelectionKey.OP_READ);
    }

    /**
     * The first message of a process.
     *
     * @param data first address of its static variables, and dataEnd the one behind the last of them
     * @param heap first address of its symmetric heap
     */
    public record Hello(int pe, long data, long dataEnd, long heap, long heapBytes) {}

    public Hello hello() throws IOException {
        await(6 * Long.BYTES);
        Hello hello = new Hello((int) in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
        byte[] names = bytes((int) in.getLong());
        calls = new String(names, StandardCharsets.US_ASCII).split(" ");
        return hello;
    }

    /** Waits for the next request. */
    public Request next() throws IOException {
        await(Request.BYTES);
        behind = false;
        String call = calls[(int) in.getLong()];
        long from = in.getLong();
        long context = in.getLong();
        long accesses = in.getLong();
        int count = (int) in.getLong();
        byte[] name = new byte[Request.NAME_BYTES];
        in.get(name);
        long[] arguments = new long[Request.ARGUMENTS];
        in.asLongBuffer().get(arguments);
        in.position(in.position() + Request.ARGUMENTS * Long.BYTES);
        return new Request(
                call, new String(name, StandardCharsets.US_ASCII).trim(), from, context, accesses, count, arguments);
    }

    /** Reads the memory of this process without its help from now on, if the system lets it. */
    public void look(long pid) {
        try {
            memory = FileChannel.open(Path.of("/proc/" + pid + "/mem"), StandardOpenOption.READ);
        } catch (IOException e) { // then it is asked for each read
            memory = null;
        }
    }

    /** Lets the process be silent as long as it likes. */
    public void waitForever() {
        limit = 0;
    }

    /** Returns bytes of the memory of the process, at most a frame. */
    byte[] read(long address, int length) throws IOException {
        byte[] bytes = new byte[length];
        if (memory == null || behind || !look(address, bytes)) {
            command(READ, address, length, 0);
            flush();
            await(length);
            in.get(bytes);
            behind = false;
        }
        return bytes;
    }

    private boolean look(long address, byte[] into) {
        seen.clear().limit(into.length);
        try {
            if (memory.read(seen, address) < into.length) {
                return false;
            }
        } catch (IOException e) { // no such address: the process is asked, and says so
            return false;
        }
        seen.flip().get(into);
        for (Unsent write : unsent) {
            long from = Math.max(address, write.address);
            long to = Math.min(address + into.length, write.address + write.bytes.length);
            if (from < to) {
                System.arraycopy(
                        write.bytes, (int) (from - write.address), into, (int) (from - address), (int) (to - from));
            }
        }
        return true;
    }

    public void write(long address, byte[] bytes) throws IOException {
        command(WRITE, address, bytes.length, 0);
        if (out.remaining() < bytes.length) {
            flush();
        }
        out.put(bytes);
        unsent.add(new Unsent(address, bytes));
    }

    /** Lets the process combine two of its arrays (combine.c). */
    public void combine(long into, long with, long what) throws IOException {
        behind = true;
        command(COMBINE, into, what, with);
    }

    /** Lets the process apply a function of the program. */
    void apply(long in, long inout, long what, long function) throws IOException {
        behind = true;
        command(APPLY, in, what, inout, function);
    }

    /** Ends the call of the process. */
    public void reply(long value) throws IOException {
        command(RETURN, value, 0, 0);
        flush();
    }

    private void command(long what, long address, long length, long operand) throws IOException {
        command(what, address, length, operand, 0);
    }

    private void command(long what, long address, long length, long operand, long function) throws IOException {
        if (out.remaining() < COMMAND_BYTES) {
            flush();
        }
        out.putLong(what).putLong(address).putLong(length).putLong(operand).putLong(function);
    }

    private byte[] bytes(int length) throws IOException {
        await(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private void flush() throws IOException {
        behind |= !unsent.isEmpty();
        unsent.clear();
        out.flip();
        try {
            while (out.hasRemaining()) {
                if (channel.write(out) == 0) {
                    select(SelectionKey.OP_WRITE);
                }
            }
        } catch (Closed | Silent e) {
            throw e;
        } catch (IOException e) { // broken pipe
            throw new Closed();
        }
        out.clear();
    }

    private void await(int length) throws IOException {
        if (in.remaining() >= length) {
            return;
        }
        in.compact();
        try {
            while (in.position() < length) {
                int got = channel.read(in);
                if (got < 0) {
                    throw new Closed();
                }
                if (got == 0) {
                    select(SelectionKey.OP_READ);
                }
            }
        } catch (Closed | Silent e) {
            throw e;
        } catch (IOException e) { // connection reset
            throw new Closed();
        } finally {
            in.flip();
        }
    }

    private void select(int operation) throws IOException {
        key.interestOps(operation);
        if (selector.select(limit) == 0) {
            throw new Silent();
        }
        selector.selectedKeys().clear();
    }

    @Override
    public void close() throws IOException {
        if (memory != null) {
            memory.close();
        }
        selector.close();
        channel.close();
    }
}
