// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import fairlead.engine.Engine.Savable;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * The file of a checkpoint: the line {@link #MAGIC}, the identity of the machine, the cycle, the state (deflated), and
 * the SHA-256 of all bytes before it.
 */
public final class Checkpoint {
    static final String MAGIC = "fairlead checkpoint 3\n";

    private static final int SUM_BYTES = 32;
    private static final int MOST_ENTRIES = 64;
    private static final int SHOWN = 80;
    private static final int MOST_IDENTITY = 200; // characters

    /** The error of a file that is no checkpoint, is damaged, or is of another machine; the message is one line. */
    public static final class CheckpointException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CheckpointException(String message) {
            super(message);
        }
    }

    private Checkpoint() {}

    /** Writes the file under the name that the caller gives, which is one next to its final name. */
    public static void write(Path file, Savable machine) throws IOException {
        MessageDigest sum = sha256();
        try (OutputStream disk = new BufferedOutputStream(Files.newOutputStream(file))) {
            DataOutputStream out = new DataOutputStream(new DigestOutputStream(disk, sum));
            out.write(MAGIC.getBytes(StandardCharsets.US_ASCII));
            Map<String, String> identity = machine.identity();
            out.writeInt(identity.size());
            for (Map.Entry<String, String> entry : identity.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeUTF(entry.getValue());
            }
            out.writeLong(machine.cycle());
            Deflater fast = new Deflater(Deflater.BEST_SPEED);
            try {
                DeflaterOutputStream packed = new DeflaterOutputStream(out, fast, 1 << 16);
                BufferedOutputStream state = new BufferedOutputStream(packed, 1 << 16);
                machine.save(state);
                state.flush();
                packed.finish();
            } finally {
                fast.end();
            }
            out.flush();
            disk.write(sum.digest());
        }
    }

    /**
     * Restores a machine from a file and returns its cycle. Throws a CheckpointException for a file that is not whole
     * or not of this machine; nothing of the file was used then.
     */
    public static long read(Path file, Savable machine) throws IOException {
        byte[] all = Files.readAllBytes(file);
        int begin = MAGIC.length();
        int end = all.length - SUM_BYTES;
        MessageDigest sum = sha256();
        if (!new String(all, 0, Math.min(begin, all.length), StandardCharsets.US_ASCII).equals(MAGIC)) {
            throw new CheckpointException(file + " is not a checkpoint of this version");
        }
        sum.update(all, 0, Math.max(0, end));
        if (end < begin || !Arrays.equals(sum.digest(), Arrays.copyOfRange(all, end, all.length))) {
            throw new CheckpointException("checkpoint " + file + " is truncated or damaged");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all, begin, end - begin))) {
            compare(file, identity(in), machine.identity());
            long cycle = in.readLong();
            machine.restore(new BufferedInputStream(new InflaterInputStream(in), 1 << 16));
            if (machine.cycle() != cycle) {
                throw new CheckpointException(
                        "checkpoint " + file + " is of cycle " + cycle + " and restores cycle " + machine.cycle());
            }
            return cycle;
        } catch (EOFException | ZipException e) {
            throw new CheckpointException("checkpoint " + file + " holds no whole state");
        } catch (ObjectStreamException e) {
            throw new CheckpointException("checkpoint " + file + " does not fit this build: " + e.getMessage());
        }
    }

    private static Map<String, String> identity(DataInputStream in) throws IOException {
        Map<String, String> identity = new LinkedHashMap<>();
        for (int left = Math.min(in.readInt(), MOST_ENTRIES); left > 0; left--) {
            identity.put(in.readUTF(), in.readUTF());
        }
        return identity;
    }

    private static void compare(Path file, Map<String, String> saved, Map<String, String> here) {
        here.forEach((name, value) -> {
            if (!value.equals(saved.get(name))) {
                throw new CheckpointException("checkpoint " + file + ": its " + name + " is " + shown(saved.get(name))
                        + ", this machine's is " + shown(value));
            }
        });
        if (saved.size() != here.size()) {
            throw new CheckpointException("checkpoint " + file + " is of another kind of machine");
        }
    }

    private static String shown(String value) {
        return value == null ? "not given" : value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "..";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has it
        }
    }

    /** Returns what a machine and the restored one must have in common: engine, layout, configuration and options. */
    public static Map<String, String> identity(String engine, MachineConfig machine, EngineOptions options) {
        Map<String, String> identity = new LinkedHashMap<>();
        identity.put("engine", engine);
        identity.put("layout hash", HwLayout.manifestHash());
        addIdentity(identity, "machine", machine);
        addIdentity(identity, "option", options);
        return identity;
    }

    /** Adds one entry for each component of a record; a value that is too long to be shown is replaced by its hash. */
    public static void addIdentity(Map<String, String> identity, String kind, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                String value = String.valueOf(component.getAccessor().invoke(record));
                identity.put(
                        kind + " " + component.getName(),
                        value.length() <= MOST_IDENTITY
                                ? value
                                : HexFormat.of().formatHex(sha256().digest(value.getBytes(StandardCharsets.UTF_8))));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
