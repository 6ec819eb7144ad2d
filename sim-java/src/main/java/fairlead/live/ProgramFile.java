// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import fairlead.machine.MachineConfig;
import fairlead.program.Comparison;
import fairlead.program.GrowingProgram;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * A captured program as a file: a line for each operation, in the order of their numbers. Operands, comparands and
 * bytes are hexadecimal. A BARRIER, FENCE or FLUSH needs no order: it follows from its place.
 *
 * @param binary what is known of the executable that did this
 */
public record ProgramFile(String binary, Program program) {
    public static final String NAME = "program.csv";
    private static final String FORMAT = "fairlead.program/1";
    private static final String COLUMNS =
            "kind,node,task,target,local,remote,bytes,operand,compare,not_before,requires,data";
    private static final int LENGTH = COLUMNS.split(",").length;
    private static final HexFormat HEX = HexFormat.of();

    /** Writes the file. */
    public void write(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(FORMAT + "," + program.size() + "," + binary + "\n" + COLUMNS + "\n");
            for (Operation op : program.operations()) {
                out.write(line(op));
                out.write('\n');
            }
        }
    }

    private static String line(Operation op) {
        StringBuilder line = new StringBuilder(64);
        line.append(op.kind()).append(',').append(op.node()).append(',').append(op.task());
        number(line, op.target(), -1);
        number(line, op.kind() == OpKind.POLL ? op.local() + (int) (op.polled() >>> 38 & 7) : op.local(), 0);
        number(line, op.remote(), 0);
        number(line, op.kind() == OpKind.POLL ? compared(op) : op.length(), 0);
        hex(line, op.kind() == OpKind.CALC ? op.cycles() : op.operand());
        hex(line, op.compare());
        number(line, op.notBefore(), 0);
        line.append(',');
        for (int i = 0; i < op.requires().length; i++) {
            line.append(i == 0 ? "" : " ").append(op.requires()[i]);
        }
        line.append(',');
        if (op.kind() == OpKind.POLL) {
            line.append(op.comparison()).append((op.polled() >>> 41 & 1) != 0 ? " signed" : "");
        } else if (op.block() != null) {
            block(line, op);
        } else if (op.isAttempt() || (op.kind() == OpKind.PUT || op.kind() == OpKind.GET) && !op.isUnknown()) {
            throw new IllegalArgumentException(op + " is of no live task");
        }
        return line.toString();
    }

    private static int compared(Operation poll) {
        return Long.BYTES - (int) (poll.polled() >>> 35 & 7) - (int) (poll.polled() >>> 38 & 7);
    }

    private static void number(StringBuilder line, long value, long none) {
        line.append(',');
        if (value != none) {
            line.append(value);
        }
    }

    private static void hex(StringBuilder line, long value) {
        line.append(',');
        if (value != 0) {
            line.append(Long.toHexString(value));
        }
    }

    /** Adds the bytes of a block that are written: for each run of them its first index and the bytes. */
    private static void block(StringBuilder line, Operation store) {
        for (int i = 0; i < store.length(); i++) {
            if (store.block().writes(i)) {
                boolean begins = i == 0 || !store.block().writes(i - 1);
                line.append(begins && i > 0 && line.charAt(line.length() - 1) != ',' ? " " : "");
                line.append(begins ? i + ":" : "");
                HEX.toHexDigits(line, store.block().at(i));
            }
        }
    }

    // ---- reading

    /**
     * Reads a file for a machine.
     *
     * @throws ProgramException with file and line, if it is no such file or not for such a machine
     */
    public static ProgramFile read(Path file, MachineConfig machine) throws IOException {
        int line = 1;
        try (BufferedReader in = Files.newBufferedReader(file)) {
            String[] first = words(in.readLine(), 3);
            if (!first[0].equals(FORMAT)) {
                throw new IllegalArgumentException("is of format " + first[0] + ": must be of " + FORMAT);
            }
            int count = Integer.parseInt(first[1]);
            line++;
            String columns = in.readLine();
            if (!COLUMNS.equals(columns)) {
                throw new IllegalArgumentException("must be " + COLUMNS);
            }
            GrowingProgram program = new GrowingProgram("native", machine);
            for (int id = 0; id < count; id++) {
                line++;
                add(program, id, words(in.readLine(), LENGTH));
            }
            line++;
            if (in.readLine() != null) {
                throw new IllegalArgumentException("there are more than " + count + " operations");
            }
            return new ProgramFile(first[2], program.part());
        } catch (NoSuchFileException e) {
            throw new ProgramException(file + ": no such file");
        } catch (CharacterCodingException e) {
            throw new ProgramException(file + ":" + line + ": not a text file in UTF-8");
        } catch (NumberFormatException e) {
            throw new ProgramException(file + ":" + line + ": no number: " + e.getMessage());
        } catch (IllegalArgumentException | ProgramException e) {
            throw new ProgramException(file + ":" + line + ": " + e.getMessage());
        }
    }

    private static String[] words(String line, int count) {
        String[] words = line == null ? new String[0] : line.split(",", -1);
        if (words.length != count) {
            throw new IllegalArgumentException(
                    line == null ? "the file ends too early" : "has " + words.length + " columns: must be " + count);
        }
        return words;
    }

    private static void add(GrowingProgram program, int id, String[] words) {
        int[] requires = Arrays.stream(words[10].split(" "))
                .filter(word -> !word.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        for (int required : requires) {
            if (required < 0
                    || required >= id
                    || program.program().operation(required).node() != at(words, 1)) {
                throw new IllegalArgumentException("requires " + required + ": no earlier operation of its node");
            }
        }
        int node = at(words, 1);
        if (node < 0
                || node >= program.program().nodes()
                || at(words, 2) < 0
                || at(words, 2) >= program.program().tasks(node)) {
            throw new IllegalArgumentException("node " + words[1] + " task " + words[2] + ": there is none");
        }
        program.add(node, at(words, 2), operation(words).requires(requires).notBefore(number(words[9])));
    }

    private static Operation operation(String[] words) {
        OpKind kind = Arrays.stream(OpKind.values())
                .filter(one -> one.name().equals(words[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("kind " + words[0] + ": there is no such kind"));
        int target = at(words, 3);
        int local = at(words, 4);
        int remote = at(words, 5);
        int bytes = at(words, 6);
        long operand = hex(words[7]);
        return switch (kind) {
            case CALC -> Ops.calc(operand);
            case PUT -> Ops.putAny(target, local, remote, bytes);
            case GET -> Ops.getAny(target, local, remote, bytes);
            case FADD, FAND, FOR, FXOR, SWAP -> Ops.fetchOp(kind, target, remote, bytes, operand);
            case CAS -> Ops.cas(target, remote, bytes, hex(words[8]), operand);
            case FENCE -> Ops.fence(target);
            case FLUSH -> Ops.flush(target);
            case BARRIER -> Ops.barrier();
            case STORE -> words[11].isEmpty() ? Ops.store(local, operand, bytes) : block(local, bytes, words[11]);
            case POLL -> poll(local, bytes, operand, words[11]);
            default -> throw new IllegalArgumentException("kind " + kind + ": no live task has it");
        };
    }

    private static Operation poll(int local, int bytes, long operand, String how) {
        if (bytes < 1 || (local & 7) + bytes > Long.BYTES) {
            throw new IllegalArgumentException(bytes + " bytes at " + local + " are not inside a word");
        }
        String[] words = how.split(" ", 2);
        boolean signed = words.length == 2 && words[1].equals("signed");
        if (words.length == 2 && !signed
                || Arrays.stream(Comparison.values())
                        .noneMatch(one -> one.name().equals(words[0]))) {
            throw new IllegalArgumentException("data " + how + ": must be one of "
                    + Arrays.stream(Comparison.values()).map(Enum::name).collect(Collectors.joining(", "))
                    + ", and signed after it");
        }
        return Ops.poll(local, bytes, signed, Comparison.valueOf(words[0]), operand, 0);
    }

    private static Operation block(int local, int length, String data) {
        byte[] bytes = new byte[Math.max(0, length)];
        BitSet written = new BitSet();
        for (String run : data.split(" ")) {
            int colon = run.indexOf(':');
            int first = Integer.parseInt(run.substring(0, Math.max(0, colon)));
            byte[] part = HEX.parseHex(run.substring(colon + 1));
            if (first < 0 || first > length - part.length) {
                throw new IllegalArgumentException("data " + first + ": not inside " + length + " bytes");
            }
            System.arraycopy(part, 0, bytes, first, part.length);
            written.set(first, first + part.length);
        }
        return Ops.store(local, bytes, written);
    }

    private static int at(String[] words, int column) {
        return words[column].isEmpty() ? column == 3 ? -1 : 0 : Integer.parseInt(words[column]);
    }

    private static long number(String word) {
        return word.isEmpty() ? 0 : Long.parseLong(word);
    }

    private static long hex(String word) {
        return word.isEmpty() ? 0 : Long.parseUnsignedLong(word, 16);
    }
}
