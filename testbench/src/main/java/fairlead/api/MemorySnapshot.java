// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.machine.MachineConfig;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Opens engines and keeps the memory that the first of them has when it is closed; pages of zeros are left out. */
final class MemorySnapshot implements EngineFactory {
    private final EngineFactory factory;
    private final Map<Long, byte[]> pages = new HashMap<>();
    private boolean isTaken;

    MemorySnapshot(final EngineFactory factory) {
        this.factory = factory;
    }

    @Override
    public Engine open(final MachineConfig config, final EngineOptions options) {
        final Engine engine = factory.open(config, options);
        return isTaken ? engine : new Kept(engine);
    }

    private void take(final Engine engine) {
        isTaken = true;
        final int count = (engine.config().memoryBytes() + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES;
        for (int node = 0; node < engine.config().nodes(); node++) {
            for (int page = 0; page < count; page++) {
                final ByteBuffer bytes = engine.page(node, page);
                if (bytes != null) {
                    keep(key(node, page), bytes);
                }
            }
        }
    }

    private void keep(final long key, final ByteBuffer bytes) {
        final byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        for (final byte b : copy) {
            if (b != 0) {
                pages.put(key, copy);
                return;
            }
        }
    }

    private static long key(final int node, final int page) {
        return (long) node << Integer.SIZE | page;
    }

    byte[] bytes(final int node, final int address, final int length) {
        final byte[] result = new byte[length];
        for (int done = 0; done < length; ) {
            final int at = address + done;
            final byte[] page = pages.get(key(node, at / Engine.PAGE_BYTES));
            final int offset = at % Engine.PAGE_BYTES;
            final int part = Math.min(length - done, Engine.PAGE_BYTES - offset);
            if (page != null) {
                System.arraycopy(page, offset, result, done, part);
            }
            done += part;
        }
        return result;
    }

    /** An engine whose memory is kept when it is closed. */
    private final class Kept extends ForwardingEngine {
        private final Engine opened;

        Kept(final Engine opened) {
            super(opened);
            this.opened = opened;
        }

        @Override
        public ByteBuffer page(final int node, final int number) {
            return opened.page(node, number);
        }

        @Override
        public void close() {
            try {
                if (!isTaken) {
                    take(opened);
                }
            } finally {
                super.close();
            }
        }
    }
}
