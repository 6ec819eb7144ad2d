// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A statement that begins with the word {@code epoch}, or one of the two of {@code epoch close}.
 *
 * @param id number of the epoch
 * @param nodes targets of an open, origin of an await, otherwise none
 */
record EpochStatement(Verb verb, long id, List<String> nodes) {
    private static final int MOST = (1 << HwLayout.EpochCommand.ID_WIDTH) - 1;

    static long id(final Line line, final Map<String, Long> values) {
        return line.count("epoch id", MOST, values);
    }

    /** Reads what stands behind {@code epoch}, and notes what it opens and closes. */
    static List<EpochStatement> read(
            final Line line, final Names names, final Map<String, Long> values, final OpenEpochs epochs) {
        final String what = line.name("open, closing, wait, close or await");
        final long id = id(line, values);
        switch (what) {
            case "open" -> {
                line.expect("to");
                final List<String> targets = new ArrayList<>();
                do {
                    targets.add(names.node(line, values));
                } while (!line.isEnd());
                epochs.open(line, id, targets);
                return List.of(new EpochStatement(Verb.EPOCH_OPEN, id, List.copyOf(targets)));
            }
            case "await" -> {
                line.expect("from");
                return List.of(new EpochStatement(Verb.EPOCH_AWAIT, id, List.of(names.node(line, values))));
            }
            case "closing" -> {
                return List.of(closing(line, id, epochs));
            }
            case "wait" -> {
                return List.of(closed(line, id, epochs));
            }
            case "close" -> {
                return List.of(closing(line, id, epochs), closed(line, id, epochs));
            }
            default -> throw line.unknown(
                    "epoch statement", what, List.of("open", "closing", "wait", "close", "await"));
        }
    }

    private static EpochStatement closing(final Line line, final long id, final OpenEpochs epochs) {
        epochs.closing(line, id);
        return new EpochStatement(Verb.EPOCH_CLOSING, id, List.of());
    }

    private static EpochStatement closed(final Line line, final long id, final OpenEpochs epochs) {
        epochs.closed(line, id);
        return new EpochStatement(Verb.EPOCH_WAIT, id, List.of());
    }
}
