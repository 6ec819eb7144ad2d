// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** What one PE has asked for, stored and printed, with a digest for each call, so that two runs can be compared. */
public final class CallLog {
    /** Bytes that the program had changed, at an address of the process. */
    private record Stored(long address, int length, long digest) {}

    private static final class Entry {
        final Request request;
        final long cycle;
        final List<Stored> stored = new ArrayList<>(0); // while the call lasted
        long printed; // digest of what came before the call

        Entry(Request request, long cycle) {
            this.request = request;
            this.cycle = cycle;
        }
    }

    private final int pe;
    private final List<Entry> entries = new ArrayList<>();
    private final CRC32C printed = new CRC32C();

    CallLog(int pe) {
        this.pe = pe;
    }

    public void called(Request request, long cycle) {
        entries.add(new Entry(request, cycle));
    }

    /** Notes what had been printed when the last call began. */
    public void printed(byte[] line) {
        printed.update(line);
        if (!entries.isEmpty()) {
            entries.get(entries.size() - 1).printed = printed.getValue();
        }
    }

    /** Notes what the program had stored where its call has read. */
    void read(long address, byte[] bytes) {
        stored(address, bytes, new BitSet());
    }

    void stored(long address, byte[] bytes, BitSet changed) {
        CRC32C digest = new CRC32C();
        digest.update(bytes);
        digest.update(changed.toByteArray());
        entries.get(entries.size() - 1).stored.add(new Stored(address, bytes.length, digest.getValue()));
    }

    /** Says what differs first in another run of the same program, in the order of (cycle, PE). */
    public static Optional<String> difference(
            List<CallLog> first, List<CallLog> second, Function<Request, String> place) {
        long earliest = Long.MAX_VALUE;
        String found = null;
        for (int i = 0; i < first.size(); i++) {
            List<Entry> left = first.get(i).entries;
            List<Entry> right = second.get(i).entries;
            int call = 0;
            while (call < Math.min(left.size(), right.size()) && what(left.get(call), right.get(call)) == null) {
                call++;
            }
            if (call == left.size() && call == right.size()) {
                continue;
            }
            Entry one = call < left.size() ? left.get(call) : right.get(call);
            if (one.cycle < earliest) {
                earliest = one.cycle;
                String what = call == left.size() || call == right.size()
                        ? "only one of the runs has it"
                        : what(left.get(call), right.get(call));
                found = "PE " + first.get(i).pe + ", call " + (call + 1) + ", " + place.apply(one.request)
                        + " in cycle " + one.cycle + ": " + what;
            }
        }
        return Optional.ofNullable(found);
    }

    private static String what(Entry left, Entry right) {
        if (!left.request.call().equals(right.request.call())
                || !left.request.function().equals(right.request.function())) {
            return "the second run calls " + right.request.function();
        }
        if (!Arrays.equals(left.request.arguments(), right.request.arguments())) {
            return "the arguments differ";
        }
        if (left.printed != right.printed) {
            return "what the PE has printed before it differs";
        }
        for (int i = 0; i < Math.min(left.stored.size(), right.stored.size()); i++) {
            Stored one = left.stored.get(i);
            if (!one.equals(right.stored.get(i))) {
                return String.format(
                        "what the PE has stored before it differs, from address 0x%x to 0x%x",
                        one.address, one.address + one.length - 1);
            }
        }
        return left.stored.size() == right.stored.size() ? null : "what the PE has stored before it differs";
    }

    public static List<CallLog> of(int pes) {
        List<CallLog> logs = new ArrayList<>();
        for (int i = 0; i < pes; i++) {
            logs.add(new CallLog(i));
        }
        return logs;
    }
}
