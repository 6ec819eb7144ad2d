// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.AtomicFunction;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.machine.MachineConfig;
import java.util.SplittableRandom;

/** Draws the words of transfers, messages, flushes, fences and the own memory, and what all drawn words share. */
class WordTraffic extends WordSheet {
    private static final int PACKET = HwLayout.MAX_PAYLOAD;
    private static final int MANY = 8; // nodes

    final Focus focus;
    final int hot; // the node to which much traffic goes in some cases
    private final int hotPercent;
    private final int pace; // greatest number of cycles between most words
    private final int longest; // bytes of most transfers

    WordTraffic(SplittableRandom random, MachineConfig machine, Focus focus) {
        super(random, machine);
        this.focus = focus;
        hot = random.nextInt(machine.nodes());
        hotPercent = chance(40) ? between(50, 90) : 0;
        pace = chance(60) ? between(1, 6) : between(1, 60);
        longest = chance(50) ? PACKET : chance(60) ? 3 * PACKET : 16 * PACKET;
    }

    int any(int bound) {
        return random.nextInt(bound);
    }

    int gap() {
        return chance(3) ? between(0, 400) : any(pace);
    }

    int target() {
        return chance(hotPercent) ? hot : chance(10) ? node : any(machine.nodes());
    }

    int fifo() {
        return chance(80) ? task % HwLayout.INJECTION_FIFOS : any(HwLayout.INJECTION_FIFOS);
    }

    int length() {
        int draw = any(100);
        return draw < 20
                ? Long.BYTES
                : draw < 40
                        ? Math.min(longest, PACKET)
                        : draw < 50
                                ? Math.min(longest, 3 * PACKET)
                                : draw < 55 ? longest : draw < 59 ? 0 : between(1, longest);
    }

    int address(int length) {
        int at = any(Math.max(1, top() - length));
        return chance(60) ? at & -HwLayout.FLIT_BYTES : at;
    }

    /** Returns an address on a target; 3 % are addresses that the target may have to refuse. */
    int remote(int length) {
        return chance(3) ? machine.memoryBytes() - between(0, length + Long.BYTES) + Long.BYTES : address(length);
    }

    /** Returns operands with few values, so that compare-and-swaps on untouched memory succeed, or a function. */
    int compare(int kind) {
        return kind == OpKind.CAS ? any(2) : any(3 * (AtomicFunction.SWAP + 1) + 1) / 3; // the last one is no function
    }

    void transfers() {
        if (focus == Focus.SWITCH && chance(40)) { // so that both classes fill the links
            boolean isOne = chance(60);
            int far = (node + between(1, Math.max(1, machine.nodes() - 1))) % machine.nodes();
            for (int left = between(4, 12); left > 0; left--) {
                int length = between(PACKET / 2, 3 * PACKET);
                transfer(
                        0,
                        chance(50) ? OpKind.GET : OpKind.PUT,
                        isOne ? far : any(machine.nodes()),
                        length,
                        address(length),
                        remote(length),
                        any(HwLayout.INJECTION_FIFOS));
            }
            return;
        }
        int target = target();
        for (int left = between(1, 4); left > 0; left--) {
            transfer(chance(80) ? target : target(), -1);
            if (chance(2)) {
                malformed();
            }
        }
    }

    void transfer(int target, int epoch) {
        int draw = any(100);
        int kind = draw < 55 ? OpKind.PUT : draw < 80 ? OpKind.GET : draw < 92 ? OpKind.FADD : OpKind.CAS;
        boolean atomic = draw >= 80;
        int length = atomic ? Long.BYTES : length();
        int counter = kind == OpKind.PUT && chance(25) ? between(WordPlayer.PUT_COUNTERS, HwLayout.COUNTERS - 1) : -1;
        int remote = atomic && chance(50) ? Long.BYTES * any(8) : remote(length);
        int local = atomic ? 0 : address(length);
        transfer(gap(), kind, target, length, local, remote, fifo());
        in(epoch);
        counts(counter);
        if (atomic) {
            operands(any(3), compare(kind));
        }
    }

    /** Makes a mistake in the last descriptor: no such kind or target, too long, or from beyond the own memory. */
    void malformed() {
        Word word = words.get(words.size() - 1);
        long[] all = {
            Descriptor0.KIND_MASK << Descriptor0.KIND_LSB,
            Descriptor0.TARGET_MASK << Descriptor0.TARGET_LSB,
            Descriptor0.LENGTH_MASK << Descriptor0.LENGTH_LSB,
            0
        };
        long mistake = all[any(all.length)];
        long local = mistake == 0 ? Descriptor1.LOCAL_MASK << Descriptor1.LOCAL_LSB : 0;
        replaceLast(word.with(word.w0() | mistake, word.w1() | local));
    }

    /** Draws short puts to many nodes, or flushes and fences, often many at once, so that entries run out. */
    void orders() {
        if (focus == Focus.ORDER && machine.nodes() >= MANY && chance(30)) {
            int first = any(machine.nodes());
            int fifo = chance(60) ? fifo() : -1;
            for (int i = between(machine.nodes() / 2, 2 * machine.nodes()); i > 0; i--) {
                transfer(
                        0,
                        OpKind.PUT,
                        (first + i) % machine.nodes(),
                        Long.BYTES,
                        address(Long.BYTES),
                        remote(Long.BYTES),
                        fifo < 0 ? fifo() : fifo);
            }
        }
        int fifo = fifo();
        int gap = gap();
        for (int left = chance(30) ? between(2, 12) : 1; left > 0; left--) {
            order(gap, chance(70) ? OpKind.FLUSH : OpKind.FENCE, chance(30) ? node : target(), fifo);
            gap = 0;
        }
    }

    // ---- messages and own memory

    /**
     * At most as many nodes send to one target as its FIFO has slots; beyond that some nodes would never have a credit,
     * which is drawn seldom.
     */
    void message() {
        int wanted = target();
        int nodes = machine.nodes();
        int senders = Math.min(nodes, machine.buffers().receptions().least());
        boolean funded = Math.floorMod(node - wanted, nodes) < senders || chance(1);
        int length = chance(10) ? 0 : chance(30) ? PACKET : between(1, PACKET);
        transfer(
                gap(),
                OpKind.MSG,
                funded ? wanted : Math.floorMod(node - any(senders), nodes),
                length,
                address(length),
                chance(30) ? 0 : any(HwLayout.RECEPTION_FIFOS),
                fifo());
    }

    void host() {
        long at = chance(50) ? Long.BYTES * any(8) : address(Long.BYTES);
        int op = HostCommand.LOAD + any(7);
        switch (op) {
            case HostCommand.POLL -> host(
                    gap(), op, at | (long) any(6) << Integer.SIZE, any(4), chance(30) ? 0 : between(1, 300));
            case HostCommand.FILL -> {
                int length = any(3 * PACKET + 1);
                host(gap(), op, address(length), length, random.nextLong() >>> 16);
            }
            default -> host(gap(), op, at, any(4), any(2));
        }
    }
}
