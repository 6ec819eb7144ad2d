// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;

/**
 * Draws scripts of the store path: transactions of both schemes with their errors, markers, and clears of channels
 * whose process has ended.
 */
final class StorePathDraw {
    private static final int CHANNELS = 8;
    private static final int MOST = 4096;

    private final StepSheet sheet;

    StorePathDraw(final StepSheet sheet) {
        this.sheet = sheet;
    }

    /**
     * Draws an allocation, requests and the transaction end. Sometimes the process ends in between, and its channel is
     * cleared while it may hold credits.
     */
    void transaction() {
        final int channel = sheet.chance(85) ? sheet.task() % CHANNELS : sheet.random.nextInt(CHANNELS);
        final boolean persistent = sheet.chance(50);
        final long flags = (persistent ? 1 : 0) | (sheet.chance(30) ? 2 : 0) | (long) sheet.random.nextInt(256) << 2;
        final int words = sheet.between(2, 16);
        if (sheet.chance(90)) {
            final int credits = sheet.chance(5)
                    ? 0
                    : sheet.chance(15) ? sheet.between(1, 2000) : Math.max(1, words + sheet.between(-3, 6));
            final int at = sheet.chance(2) ? CHANNELS + sheet.random.nextInt(CHANNELS) : channel;
            final int chain = sheet.chance(15) ? 1 : 0;
            sheet.step(StepKind.DLA_ALLOC, sheet.gap())
                    .length(credits)
                    .fifo(at)
                    .value(flags)
                    .compare(chain);
        }
        for (int used = 0; used < words; ) {
            if (sheet.chance(4)) {
                gone(channel);
                return;
            }
            used += request(channel);
            if (sheet.chance(8)) {
                mark(channel);
            }
        }
        if (sheet.chance(25)) {
            mark(channel);
        }
        if (sheet.chance(8)) {
            gone(channel);
        }
        if (persistent && sheet.chance(80)) {
            sheet.step(StepKind.DLA_RELEASE, sheet.chance(70) ? 0 : sheet.gap()).fifo(channel);
        }
        if (!persistent || sheet.chance(50)) {
            sheet.step(StepKind.DLA_END, sheet.gap()).fifo(channel).value(sheet.chance(70) ? 1 : 0);
        }
    }

    private void mark(final int channel) {
        final int at = sheet.chance(2) ? CHANNELS + sheet.random.nextInt(CHANNELS) : channel;
        for (int more = sheet.chance(80) ? 1 : sheet.between(2, 4); more > 0; more--) {
            sheet.step(StepKind.DLA_MARK, sheet.chance(50) ? 0 : sheet.gap())
                    .fifo(at)
                    .value((long) sheet.random.nextInt(256) << 2);
        }
    }

    /**
     * Draws the end of the process that stores into the channel, between two requests or within one. Its channel is
     * cleared, and sometimes cleared again before the first clear is done.
     */
    private void gone(final int channel) {
        final int drops = sheet.random.nextInt(2);
        if (sheet.chance(60)) {
            final int length = sheet.between(1, HwLayout.DLA_INLINE_BYTES);
            final int flits = (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
            final long key = (sheet.random.nextLong() >>> 16 & -2) | drops;
            final int stored = sheet.random.nextInt(flits);
            sheet.step(StepKind.DLA_TORN, sheet.chance(60) ? 0 : sheet.gap())
                    .to(sheet.target())
                    .length(length)
                    .remote(sheet.remote(length))
                    .fifo(channel)
                    .value(key)
                    .compare(stored);
        } else {
            clear(channel, drops);
        }
        if (sheet.chance(20)) {
            clear(channel, sheet.random.nextInt(2));
        }
    }

    private void clear(final int channel, final long drops) {
        final int at = sheet.chance(2) ? CHANNELS + sheet.random.nextInt(CHANNELS) : channel;
        sheet.step(StepKind.DLA_CLEAR, sheet.chance(60) ? 0 : sheet.gap())
                .fifo(at)
                .value(drops);
    }

    /** Draws one request and returns the number of credits that it takes. */
    private int request(final int channel) {
        final int words = oneRequest(channel);
        if (sheet.machine.tasks(sheet.node()) == 1 && sheet.chance(20)) {
            sheet.last().spread(sheet.between(1, 12));
        }
        return words;
    }

    private int oneRequest(final int channel) {
        final int target = sheet.target();
        final int gap = sheet.chance(60) ? 0 : sheet.gap();
        final int draw = sheet.random.nextInt(100);
        if (draw < 2) {
            sheet.step(StepKind.DLA_MALFORMED, gap).to(target).length(16).fifo(channel);
            return 2;
        }
        if (draw < 55) {
            final int length = sheet.chance(30) ? StepSheet.WORD : sheet.between(0, HwLayout.DLA_INLINE_BYTES);
            final int counter = sheet.chance(25) ? sheet.between(StepNode.PUT_COUNTERS, HwLayout.COUNTERS - 1) : -1;
            final long key = sheet.random.nextLong() >>> 16;
            sheet.step(StepKind.DLA_PUT, gap)
                    .to(target)
                    .length(length)
                    .remote(sheet.remote(length))
                    .fifo(channel)
                    .counter(counter)
                    .value(key);
            return 1 + (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        }
        if (draw < 80) {
            final boolean beyond = sheet.chance(2); // beyond the memory of the target
            final int length = sheet.length();
            sheet.step(StepKind.DLA_GET, gap)
                    .to(target)
                    .length(length)
                    .local(sheet.address(Math.min(length, MOST)))
                    .remote(beyond ? sheet.machine.memoryBytes() : sheet.remote(Math.min(length, MOST)))
                    .fifo(channel);
        } else {
            final StepKind kind = draw < 92 ? StepKind.DLA_FADD : StepKind.DLA_CAS;
            final int remote =
                    sheet.chance(50) ? StepSheet.WORD * sheet.random.nextInt(8) : sheet.remote(StepSheet.WORD);
            sheet.step(kind, gap)
                    .to(target)
                    .length(StepSheet.WORD)
                    .remote(remote)
                    .fifo(channel)
                    .value(sheet.random.nextInt(3))
                    .compare(kind == StepKind.DLA_CAS ? sheet.random.nextInt(2) : sheet.function());
        }
        return 2;
    }
}
