// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The units next to a DmaTx. A test sets their answers, and they report each notice as a line. */
final class TxNeighbours {
    private TxNeighbours() {}

    /** Returns a port whose calls go to the methods of the same name of `answers`. */
    static <T> T only(Class<T> port, Object answers) {
        Map<String, Method> methods = new HashMap<>();
        for (Method own : answers.getClass().getDeclaredMethods()) {
            own.setAccessible(true);
            methods.put(own.getName(), own);
        }
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, call, arguments) -> {
                    Method own = methods.get(call.getName());
                    if (own == null) {
                        throw new AssertionError(call.getName() + " is not this half's business");
                    }
                    return own.invoke(answers, arguments);
                }));
    }

    /** An EpochPort on which epoch 3 is open (entry 9, generation 5), unless `none` is set. */
    static final class Epochs {
        boolean none;
        private final Consumer<String> told;

        Epochs(Consumer<String> told) {
            this.told = told;
        }

        boolean isOpen(int index, int target) {
            return !none && index == 3;
        }

        void enter(int index, boolean isPut, int extra) {
            told.accept("enter " + index + (isPut ? " put" : " get") + (extra > 0 ? " +" + extra : ""));
        }

        int entry(int index) {
            return 9;
        }

        int generation(int index) {
            return 5;
        }
    }

    /**
     * A FencePort that takes fences while `open` is set, one in each cycle with the ports in turn. It answers with
     * entry 6, or without a PING while `quiet` is set.
     */
    static final class Fences {
        boolean open = true;
        boolean quiet;
        int blocked;
        int counted = 15; // FIFOs whose head has an acknowledgement counter
        private final Consumer<String> told;
        private int favourite;
        private int next;

        Fences(Consumer<String> told) {
            this.told = told;
        }

        int blocked() {
            return blocked;
        }

        int armable(int fences, ServiceOrder order) {
            return open ? fences : 0;
        }

        int grant(boolean valid0, boolean valid1) {
            return !open ? -1 : valid0 && valid1 ? favourite : valid0 ? 0 : valid1 ? 1 : -1;
        }

        int arm(int port, boolean fence, boolean self, boolean loose, int fifo, int task, int tag, int target) {
            next = 1 - port;
            told.accept("arm " + port + (fence ? " fence " : " flush ") + (self ? "self " : "")
                    + (loose ? "loose " : "") + fifo + " " + tag + " " + target);
            return quiet ? -1 : 6;
        }

        int counters(int fifos, int[] targets, ServiceOrder order) {
            return fifos & counted;
        }

        int count(int fifo, int task, int target) {
            told.accept("count " + fifo + " " + target);
            return 11 | 5 << 8;
        }

        void edge() {
            favourite = next;
        }
    }

    /** The words of requests, header first. */
    static final class Dla implements Ports.DlaStream {
        record Word(boolean head, boolean tail, long w0, long w1) {}

        final Deque<Word> words = new ArrayDeque<>();
        private boolean taken;

        void edge() {
            if (taken) {
                words.remove();
                taken = false;
            }
        }

        @Override
        public boolean valid() {
            return !words.isEmpty();
        }

        @Override
        public boolean isHead() {
            return words.element().head;
        }

        @Override
        public boolean isTail() {
            return words.element().tail;
        }

        @Override
        public long w0() {
            return words.element().w0;
        }

        @Override
        public long w1() {
            return words.element().w1;
        }

        @Override
        public void take() {
            taken = true;
        }
    }

    /** A source that shows one packet `left` times. */
    static final class Control implements Ports.ControlSource {
        int left;
        int ptype;
        int dst;
        long word1;
        private final Consumer<String> told;
        private boolean taken;

        Control(Consumer<String> told) {
            this.told = told;
        }

        void edge() {
            if (taken) {
                left--;
                taken = false;
            }
        }

        @Override
        public boolean valid() {
            return left > 0;
        }

        @Override
        public int ptype() {
            return ptype;
        }

        @Override
        public int dst() {
            return dst;
        }

        @Override
        public long word1() {
            return word1;
        }

        @Override
        public void take() {
            taken = true;
            told.accept("control " + ptype);
        }
    }
}
