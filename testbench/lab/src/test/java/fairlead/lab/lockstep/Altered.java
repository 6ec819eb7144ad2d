// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;

/** An engine with one seeded fault that lockstep must find. Subclasses override the methods that they falsify. */
class Altered extends ForwardingEngine {
    Altered(Engine engine) {
        super(engine);
    }

    /** Returns a factory that opens engines of `factory` and adds a fault to each. */
    static EngineFactory factory(EngineFactory factory, UnaryOperator<Engine> spoil) {
        return (config, options) -> spoil.apply(factory.open(config, options));
    }

    @Override
    public String name() {
        return "altered";
    }

    // ---- spoilt engines

    /** Flips one bit of one word (0 to 4) of the n-th record of the run, omits the record, or emits it twice. */
    static final class Event extends Altered {
        enum How {
            FLIP,
            LOSE,
            DOUBLE
        }

        private final long index;
        private final int word;
        private final How how;
        private long seen;
        private EventCursor batch = new EventCursor();

        Event(Engine engine, long index, int word, How how) {
            super(engine);
            this.index = index;
            this.word = word;
            this.how = how;
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason stop = super.run(limitCycle);
            EventCursor from = super.events();
            int count = from.count();
            ByteBuffer copy =
                    ByteBuffer.allocate((count + 1) * EventCursor.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            while (from.next()) {
                long number = seen++;
                if (number == index && how == How.LOSE) {
                    continue;
                }
                append(copy, from, number == index && how == How.FLIP);
                if (number == index && how == How.DOUBLE) {
                    append(copy, from, false);
                }
            }
            batch.wrap(copy, copy.position() / EventCursor.BYTES);
            return stop;
        }

        private void append(ByteBuffer copy, EventCursor from, boolean flip) {
            int at = copy.position();
            for (int i = 0; i < EventCursor.BYTES; i += Long.BYTES) {
                copy.putLong(from.data().getLong(from.offset() + i));
            }
            if (flip) {
                copy.putLong(at + word * Long.BYTES, copy.getLong(at + word * Long.BYTES) ^ 1L);
            }
        }

        @Override
        public EventCursor events() {
            return batch;
        }
    }

    /** Falsifies one byte of memory from a given cycle on. */
    static final class MemoryByte extends Altered {
        private final long from;
        private final int node;
        private final int address;

        MemoryByte(Engine engine, long from, int node, int address) {
            super(engine);
            this.from = from;
            this.node = node;
            this.address = address;
        }

        @Override
        public ByteBuffer memory(int which) {
            ByteBuffer right = super.memory(which);
            if (which != node || cycle() < from) {
                return right;
            }
            byte[] bytes = new byte[right.limit()];
            right.get(0, bytes);
            bytes[address] ^= 1;
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Flips one bit of one VC word in one digest. */
    static final class VcWord extends Altered {
        private final int digest;
        private final int index;
        private final int bit;
        private int seen;

        VcWord(Engine engine, int digest, int index, int bit) {
            super(engine);
            this.digest = digest;
            this.index = index;
            this.bit = bit;
        }

        @Override
        public void vcStates(long[] into) {
            super.vcStates(into);
            if (seen++ == digest) {
                into[index] ^= 1L << bit;
            }
        }
    }

    /** Stays busy when the other engine is at rest. */
    static final class Restless extends Altered {
        Restless(Engine engine) {
            super(engine);
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason stop = super.run(limitCycle);
            return stop == StopReason.IDLE ? StopReason.LIMIT : stop;
        }
    }

    /** Comes to rest some cycles later than the engine does, or not before the limit of a run. */
    static final class Late extends Altered {
        private final long cycles;
        private long more;

        Late(Engine engine, long cycles) {
            super(engine);
            this.cycles = cycles;
        }

        @Override
        public StopReason run(long limitCycle) {
            StopReason stop = super.run(limitCycle);
            more = stop == StopReason.IDLE ? Math.min(cycles, limitCycle - super.cycle()) : 0;
            return stop == StopReason.IDLE && more < cycles ? StopReason.LIMIT : stop;
        }

        @Override
        public long cycle() {
            return super.cycle() + more;
        }
    }
}
