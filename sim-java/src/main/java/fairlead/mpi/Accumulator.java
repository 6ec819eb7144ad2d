// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.live.Step;
import fairlead.mpi.AccessCalls.Target;
import fairlead.mpi.Arithmetic.Op;
import fairlead.mpi.Datatype.Basic;
import fairlead.pe.Conflicts;
import fairlead.program.OpKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Accumulates of one rank, which are atomic for each element. An element of 4 or 8 bytes becomes one atomic of the NIC
 * if there is one for the operation. Other elements inside of words are compared and swapped until nobody else has
 * changed the word meanwhile. For elements that are no part of one word the window has a lock. Accumulates to a target
 * that wait for nothing are fenced, so that all happen in the order of the calls.
 */
final class Accumulator {
    private static final int AT_ONCE = 64; // operations whose ends are awaited together
    private static final int PATIENCE = 64; // cycles until a lock is tried again
    private static final int WORD = Long.BYTES;

    private final MpiRank rank;
    private final AccessCalls accesses;
    private final Set<Integer> open = new HashSet<>(); // targets of atomics that may be open
    private final long landing;

    Accumulator(MpiRank rank, AccessCalls accesses) {
        this.rank = rank;
        this.accesses = accesses;
        landing = rank.world.place(rank.pe, "landing", MpiWorld.AREA);
    }

    /** The elements of one access; the arrays have their bytes one after the other. */
    private record Work(Target target, Op op, long[] places, byte[] operand, byte[] found) {
        int size() {
            return target.type().basic.size();
        }

        byte[] of(byte[] all, int element) {
            return Arrays.copyOfRange(all, element * size(), (element + 1) * size());
        }
    }

    /** Returns what was there before, if that is wanted. */
    byte[] accumulate(Target target, Op op, byte[] operand, boolean wanted) throws IOException {
        Basic basic = target.type().basic;
        Work work = new Work(target, op, target.pieces().elements(basic.size()), operand, new byte[operand.length]);
        accesses.pushThere(target.pe(), target.pieces(), Conflicts.Kind.ATOMIC);
        if (open.remove(target.pe())) {
            rank.pe.task.fence(rank.pe.node(target.pe()));
        }
        List<Integer> atomics = new ArrayList<>();
        List<Integer> inWords = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        OpKind kind = kind(op, basic);
        for (int i = 0; i < work.places.length; i++) {
            long at = work.places[i] & WORD - 1;
            boolean inWord = at + basic.size() <= WORD;
            (isWord(basic.size(), at) && kind != null ? atomics : inWord ? inWords : others).add(i);
        }
        atomics(work, kind, atomics, wanted);
        inWords(work, inWords);
        others(work, others);
        return work.found;
    }

    private static boolean isWord(int size, long at) {
        return (size == Integer.BYTES || size == WORD) && at % size == 0;
    }

    /** Returns the atomic that does an operation on a word, or null. */
    private static OpKind kind(Op op, Basic basic) {
        boolean integer = (basic.functions() >> Arithmetic.AND & 1) != 0;
        if (op.isReplace()) {
            return OpKind.SWAP;
        }
        if (op.isNoOp()) {
            return OpKind.FADD;
        }
        return !integer
                ? null
                : switch (op.number()) {
                    case Arithmetic.SUM -> OpKind.FADD;
                    case Arithmetic.AND -> OpKind.FAND;
                    case Arithmetic.OR -> OpKind.FOR;
                    case Arithmetic.XOR -> OpKind.FXOR;
                    default -> null;
                };
    }

    private void atomics(Work work, OpKind kind, List<Integer> elements, boolean wanted) throws IOException {
        int size = work.size();
        for (int done = 0; done < elements.size(); done += AT_ONCE) {
            List<Integer> part = elements.subList(done, Math.min(elements.size(), done + AT_ONCE));
            List<Step> steps = new ArrayList<>();
            for (int i : part) {
                long operand = work.op.isNoOp() ? 0 : number(work.of(work.operand, i));
                int word = word(work.target, work.places[i]);
                steps.add(rank.pe.task.fetchOp(kind, rank.pe.node(work.target.pe()), word, size, operand));
            }
            if (wanted) {
                rank.pe.await(steps);
                for (int k = 0; k < part.size(); k++) {
                    put(work.found, part.get(k) * size, rank.pe.task.value(steps.get(k)), 0, size);
                }
            }
        }
        if (!elements.isEmpty() && !wanted) {
            rank.pe.touched(work.target.pe());
            open.add(work.target.pe());
        }
    }

    /** Returns the address in its memory of an aligned word of 4 or 8 bytes. */
    private int word(Target target, long address) throws IOException {
        return rank.pe.other(target.pe()).memory.pushWord(address) + (int) (address & WORD - 1);
    }

    private static long number(byte[] bytes) {
        long number = 0;
        for (int i = bytes.length - 1; i >= 0; i--) {
            number = number << Byte.SIZE | bytes[i] & 0xFF;
        }
        return number;
    }

    /** Puts bytes of a word, from one of them on, into an array. */
    private static void put(byte[] into, int at, long word, int first, int count) {
        for (int i = 0; i < count; i++) {
            into[at + i] = (byte) (word >>> Byte.SIZE * (first + i));
        }
    }

    private static long with(long word, int first, byte[] bytes) {
        long changed = word;
        for (int i = 0; i < bytes.length; i++) {
            int shift = Byte.SIZE * (first + i);
            changed = changed & ~(0xFFL << shift) | (bytes[i] & 0xFFL) << shift;
        }
        return changed;
    }

    /** A word of the target with elements that are not done yet. */
    private static final class Word {
        final int at;
        final List<Integer> elements = new ArrayList<>();
        long old;
        long wanted;
        Step step;

        Word(int at) {
            this.at = at;
        }
    }

    private void inWords(Work work, List<Integer> elements) throws IOException {
        Map<Long, Word> words = new LinkedHashMap<>();
        Set<Long> seen = new HashSet<>();
        for (int i : elements) {
            long place = work.places[i] & -WORD;
            if (words.size() == AT_ONCE && !words.containsKey(place) || !seen.add(work.places[i])) {
                swap(work, new ArrayList<>(words.values()));
                words.clear();
                seen.clear();
                seen.add(work.places[i]);
            }
            Word word = words.get(place);
            if (word == null) {
                word = new Word(word(work.target, place));
                words.put(place, word);
            }
            word.elements.add(i);
        }
        swap(work, new ArrayList<>(words.values()));
    }

    private void swap(Work work, List<Word> words) throws IOException {
        words.forEach(
                word -> word.step = rank.pe.task.fetchOp(OpKind.FADD, rank.pe.node(work.target.pe()), word.at, 0));
        await(words);
        words.forEach(word -> word.old = rank.pe.task.value(word.step));
        while (!words.isEmpty()) {
            compute(work, words);
            words.removeIf(word -> word.wanted == word.old);
            words.forEach(word ->
                    word.step = rank.pe.task.cas(rank.pe.node(work.target.pe()), word.at, word.old, word.wanted));
            await(words);
            words.removeIf(word -> {
                long found = rank.pe.task.value(word.step);
                boolean done = found == word.old;
                word.old = found;
                return done;
            });
        }
    }

    private void await(List<Word> words) {
        if (!words.isEmpty()) {
            rank.pe.await(words.stream().map(word -> word.step).toList());
        }
    }

    /** Finds what each word should become, with one computation for all. */
    private void compute(Work work, List<Word> words) throws IOException {
        int size = work.size();
        int[] elements = words.stream()
                .flatMap(word -> word.elements.stream())
                .mapToInt(i -> i)
                .toArray();
        byte[] left = new byte[elements.length * size];
        byte[] right = new byte[elements.length * size];
        int next = 0;
        for (Word word : words) {
            for (int i : word.elements) {
                int first = (int) (work.places[i] & WORD - 1);
                put(left, next, word.old, first, size);
                put(work.found, i * size, word.old, first, size);
                System.arraycopy(work.operand, i * size, right, next, size);
                next += size;
            }
        }
        byte[] made = rank.arithmetic.combine(work.op, work.target.type(), 0, left, right);
        next = 0;
        for (Word word : words) {
            word.wanted = word.old;
            for (int i : word.elements) {
                int first = (int) (work.places[i] & WORD - 1);
                word.wanted = with(word.wanted, first, Arrays.copyOfRange(made, next, next + size));
                next += size;
            }
        }
    }

    /** Gets, combines and puts elements while the lock of the target's accumulates is set. */
    private void others(Work work, List<Integer> elements) throws IOException {
        if (elements.isEmpty()) {
            return;
        }
        int size = work.size();
        int target = work.target.pe();
        int lock = rank.pe.memory.symmetric(work.target.window().word(RmaWindow.ACCUMULATES));
        for (Step step = set(target, lock); rank.pe.task.value(step) != 0; step = set(target, lock)) {
            rank.pe.task.await(rank.pe.task.calc(PATIENCE));
        }
        for (int i : elements) { // one after the other, because some may be at the same place
            move(work.target, work.places[i], size, false);
            byte[] old = rank.software.load(landing, size);
            System.arraycopy(old, 0, work.found, i * size, size);
            byte[] made = rank.arithmetic.combine(work.op, work.target.type(), 0, old, work.of(work.operand, i));
            if (!work.op.isNoOp()) {
                rank.software.store(landing, made);
                move(work.target, work.places[i], size, true);
            }
        }
        Step flushed = rank.pe.task.flush(rank.pe.node(target));
        rank.pe.task.await(flushed);
        rank.pe.task.await(rank.pe.task.fetchOp(OpKind.SWAP, rank.pe.node(target), lock, 0));
    }

    private Step set(int target, int lock) {
        Step step = rank.pe.task.cas(rank.pe.node(target), lock, 0, 1);
        rank.pe.task.await(step);
        return step;
    }

    private void move(Target target, long address, int size, boolean puts) {
        List<Step> steps = new ArrayList<>();
        rank.pe.move(puts, target.pe(), landing, address, size, size, 0, steps);
        if (puts) {
            steps.add(rank.pe.task.flush(rank.pe.node(target.pe())));
        }
        rank.pe.await(steps);
    }

    /** Returns what was there; it becomes the value if that equals what is compared. */
    byte[] compareAndSwap(Target target, byte[] compare, byte[] value) throws IOException {
        int size = compare.length;
        long place = target.pieces().place(0);
        int first = (int) (place & WORD - 1);
        if (first + size > WORD) {
            throw new MpiError(ErrorClass.DISP, "the element to swap is not aligned");
        }
        accesses.pushThere(target.pe(), target.pieces(), Conflicts.Kind.ATOMIC);
        if (open.remove(target.pe())) {
            rank.pe.task.fence(rank.pe.node(target.pe()));
        }
        byte[] found = new byte[size];
        int node = rank.pe.node(target.pe());
        if (isWord(size, first)) {
            Step step = rank.pe.task.cas(node, word(target, place), size, number(compare), number(value));
            rank.pe.task.await(step);
            put(found, 0, rank.pe.task.value(step), 0, size);
            return found;
        }
        int word = word(target, place & -WORD);
        Step step = rank.pe.task.fetchOp(OpKind.FADD, node, word, 0);
        rank.pe.task.await(step);
        while (true) {
            long old = rank.pe.task.value(step);
            put(found, 0, old, first, size);
            if (!Arrays.equals(found, compare)) {
                return found;
            }
            step = rank.pe.task.cas(node, word, old, with(old, first, value));
            rank.pe.task.await(step);
            if (rank.pe.task.value(step) == old) {
                return found;
            }
        }
    }
}
