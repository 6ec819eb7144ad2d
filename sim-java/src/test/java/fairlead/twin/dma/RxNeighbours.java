// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import fairlead.hw.HwLayout;
import fairlead.twin.ports.EpochPort;
import fairlead.twin.ports.FencePort;
import fairlead.twin.ports.MessageReturn;
import fairlead.twin.ports.ResponsePort;
import fairlead.twin.ports.SelfTraffic;

/** The units beside a DmaRx. Each records its calls, and fails at a call that does not belong to the receive half. */
final class RxNeighbours {
    /** The listener to which a neighbour reports its calls. */
    interface Told {
        void say(String what, Object... arguments);
    }

    /** The answer of EpochPort.init. */
    int grant = -1;
    /** The answer of EpochPort.allows. */
    boolean allowed = true;

    final EpochPort epochs = RefusedPorts.only(EpochPort.class, new Epochs());
    final FencePort fences = RefusedPorts.only(FencePort.class, new Fences());
    final ResponsePort responses = new Responses();
    final SelfTraffic self = new Self();
    final MessageReturn credits;
    private final Told told;
    private final int[] pushed = new int[HwLayout.MOST_PORTS];

    RxNeighbours(final Told told) {
        this.told = told;
        credits = target -> told.say("creditReturn", target);
    }

    /** Returns the number of responses of a port so far. */
    int responses(final int r) {
        return pushed[r];
    }

    final class Responses implements ResponsePort {
        @Override
        public void push(
                final int r,
                final int ptype,
                final int dst,
                final int mode,
                final long word1,
                final int source,
                final int length,
                final boolean last,
                final long value) {
            pushed[r]++;
            final String name = HwLayout.PacketType.name(ptype);
            told.say(
                    "respond" + (mode == 0 ? "" : mode),
                    r,
                    name,
                    dst,
                    Headers.describe(word1),
                    source,
                    length,
                    last,
                    Long.toHexString(value));
        }
    }

    final class Self implements SelfTraffic {
        @Override
        public void produced() {
            throw new AssertionError("DmaRx produces nothing");
        }

        @Override
        public void consumed() {
            told.say("selfConsumed");
        }

        @Override
        public boolean outstanding() {
            throw new AssertionError("DmaRx does not ask");
        }
    }

    final class Fences {
        void pong(final int entry) {
            told.say("pong", entry);
        }

        void acked(final int counter, final int generation, final boolean epoch) {
            told.say("acked", counter, generation, epoch);
        }
    }

    final class Epochs {
        boolean allows(final boolean epoch, final int entry, final int generation, final int origin) {
            told.say("access", epoch, entry, generation, origin);
            return allowed;
        }

        void putDone(final int entry, final int generation, final int origin, final boolean refused) {
            told.say("putDone", entry, generation + (refused ? " refused" : ""));
        }

        void putPart(final int entry, final int generation, final int origin, final boolean refused) {
            told.say("putPart", entry, generation + (refused ? " refused" : ""));
        }

        void count(
                final int entry,
                final int generation,
                final int origin,
                final int localIndex,
                final long value,
                final int parts) {
            told.say("count", entry, generation, origin, localIndex, value + (parts == 0 ? "" : " parts " + parts));
        }

        void term(final int entry, final int generation) {
            told.say("term", entry, generation);
        }

        int init(final int origin, final int localIndex, final long id) {
            told.say("init", origin, localIndex, id);
            return grant;
        }

        void getDone(final int localIndex, final boolean refused) {
            told.say("getDone", localIndex + (refused ? " refused" : ""));
        }

        void ack(final int localIndex, final boolean putRefused) {
            told.say("ack", localIndex + (putRefused ? " refused" : ""));
        }

        void initAck(final int localIndex, final int entry, final int generation) {
            told.say("initAck", localIndex, entry, generation);
        }

        void initNack(final int localIndex) {
            told.say("initNack", localIndex);
        }
    }
}
