// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Opens engines, and keeps hashes of all memory and of the links of the first one when it is closed. */
final class EndState implements EngineFactory {
    private static final int STATUS_BYTES = 16;

    private final EngineFactory factory;
    private boolean opened;
    private int status;
    private long memory;
    private long links;

    EndState(final EngineFactory factory) {
        this.factory = factory;
    }

    @Override
    public Engine open(final MachineConfig config, final EngineOptions options) {
        final Engine engine = factory.open(config, options);
        if (opened) {
            return engine; // a repeat that explains a deadlock
        }
        opened = true;
        return new ForwardingEngine(engine) {
            @Override
            public void close() {
                take(this);
                super.close();
            }
        };
    }

    private void take(final Engine engine) {
        final MachineConfig config = engine.config();
        final boolean hasStatus = config.dla().options().writesStatus();
        status = hasStatus ? config.dla().options().statusAddress() : Integer.MIN_VALUE;
        final int pages = (config.memoryBytes() + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES;
        for (int node = 0; node < config.nodes(); node++) {
            for (int number = 0; number < pages; number++) {
                final ByteBuffer page = engine.page(node, number);
                if (page != null) {
                    add(page.duplicate().order(ByteOrder.LITTLE_ENDIAN), (long) node * pages, number);
                }
            }
        }
        final long[] states = new long[config.nodes() * Engine.VC_WORDS];
        engine.vcStates(states);
        for (final long word : states) {
            links = Mix.mix64(links ^ word) + 1;
        }
        if (config.collective().isUsed()) {
            final long[] tree = new long[config.nodes() * Engine.TREE_WORDS];
            engine.treeLinks(tree);
            for (final long word : tree) {
                links = Mix.mix64(links ^ word) + 1;
            }
        }
    }

    /**
     * Adds the words that are not 0, so that a page that was never written equals one of zeros, and not the status that
     * the DLA writes.
     */
    private void add(final ByteBuffer page, final long first, final int number) {
        for (int at = number * Engine.PAGE_BYTES; page.remaining() >= Long.BYTES; at += Long.BYTES) {
            final long word = page.getLong();
            if (word != 0 && (at < status || at >= status + STATUS_BYTES)) {
                memory += Mix.mix64(word ^ Mix.mix64(first * Engine.PAGE_BYTES + at + 1));
            }
        }
    }

    long memory() {
        return memory;
    }

    long links() {
        return links;
    }
}
