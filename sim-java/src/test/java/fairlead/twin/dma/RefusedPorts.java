// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import fairlead.twin.ports.EpochPort;
import fairlead.twin.ports.FencePort;

/** Ports that fail at every call. A test of one half of the DMA engine overrides the calls that belong to that half. */
final class RefusedPorts {
    private RefusedPorts() {}

    private static AssertionError refused(final String what) {
        return new AssertionError(what + " is not this half's business");
    }

    /** An EpochPort that fails at every call. */
    abstract static class Epochs implements EpochPort {
        @Override
        public boolean isOpen(final int index, final int target) {
            throw refused("isOpen");
        }

        @Override
        public void enter(final int index, final boolean isPut, final int extra) {
            throw refused("enter");
        }

        @Override
        public int entry(final int index) {
            throw refused("entry");
        }

        @Override
        public int generation(final int index) {
            throw refused("generation");
        }

        @Override
        public boolean allows(final boolean epoch, final int entry, final int generation, final int origin) {
            throw refused("allows");
        }

        @Override
        public void putDone(final int entry, final int generation, final int origin, final boolean refused) {
            throw refused("putDone");
        }

        @Override
        public void putPart(final int entry, final int generation, final int origin, final boolean refused) {
            throw refused("putPart");
        }

        @Override
        public void count(
                final int entry,
                final int generation,
                final int origin,
                final int localIndex,
                final long value,
                final int parts) {
            throw refused("count");
        }

        @Override
        public void term(final int entry, final int generation) {
            throw refused("term");
        }

        @Override
        public int init(final int origin, final int localIndex, final long id) {
            throw refused("init");
        }

        @Override
        public void getDone(final int localIndex, final boolean refused) {
            throw refused("getDone");
        }

        @Override
        public void ack(final int localIndex, final boolean putRefused) {
            throw refused("ack");
        }

        @Override
        public void initAck(final int localIndex, final int entry, final int generation) {
            throw refused("initAck");
        }

        @Override
        public void initNack(final int localIndex) {
            throw refused("initNack");
        }
    }

    /** A FencePort that fails at every call. */
    abstract static class Fences implements FencePort {
        @Override
        public int blocked() {
            throw refused("blocked");
        }

        @Override
        public int grant(final boolean valid0, final boolean valid1) {
            throw refused("grant");
        }

        @Override
        public int arm(
                final int port,
                final boolean fence,
                final boolean self,
                final boolean loose,
                final int fifo,
                final int tag,
                final int target) {
            throw refused("arm");
        }

        @Override
        public void pong(final int entry) {
            throw refused("pong");
        }

        @Override
        public int counters(final int fifos, final int[] targets) {
            throw refused("counters");
        }

        @Override
        public int count(final int fifo, final int target) {
            throw refused("count");
        }

        @Override
        public void acked(final int counter, final int generation, final boolean epoch) {
            throw refused("acked");
        }
    }
}
