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
 * @param nodes targets of an open, node of a closing that is tried, origin of an await, otherwise none
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
                final List<String> targets = targets(line, names, values);
                epochs.open(line, id, targets);
                return List.of(new EpochStatement(Verb.EPOCH_OPEN, id, targets));
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

    /** Reads an open or closing behind `try`, which the machine must refuse. */
    static EpochStatement tried(
            final Line line,
            final Names names,
            final Map<String, Long> values,
            final OpenEpochs epochs,
            final String own) {
        final String what = line.name("open or closing");
        final long id = id(line, values);
        switch (what) {
            case "open" -> {
                final List<String> targets = targets(line, names, values);
                epochs.openAgain(line, id, targets);
                return new EpochStatement(Verb.EPOCH_OPEN, id, targets);
            }
            case "closing", "close" -> {
                return new EpochStatement(Verb.EPOCH_CLOSING, id, List.of(epochs.closeAgain(line, id, own)));
            }
            default -> throw line.error("try is for epoch open, closing and close, not for epoch " + what);
        }
    }

    private static List<String> targets(final Line line, final Names names, final Map<String, Long> values) {
        line.expect("to");
        final List<String> targets = new ArrayList<>();
        do {
            targets.add(names.node(line, values));
        } while (!line.isEnd());
        return List.copyOf(targets);
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
