// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.program.DeviceFlaw;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePolling;
import fairlead.workload.pattern.Background;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The keys of messages to threads that share the network device of their node. */
final class DeviceKeys {
    private static final int MANY = 1_000_000;
    private static final int MOST_MESSAGES = 1 << 22;

    private final Values values;

    DeviceKeys(final Values values) {
        this.values = values;
    }

    static List<Key> keys() {
        return List.of(
                Key.word("workload.mode", "smp", DeviceMode.words(), "smp: one main process; dual: two"),
                Key.integer(
                        "workload.threads",
                        0,
                        0,
                        DeviceMessages.MOST_THREADS,
                        "threads of a node, main processes included; 0: 3 in smp, 4 in dual"),
                Key.integer(
                        "workload.io_ratio",
                        4,
                        2,
                        4096,
                        "every so many-th rank is an I/O node, from rank 0 on, unless machine.io_ratio gives I/O tiles"),
                Key.integer("workload.messages", 100, 1, MOST_MESSAGES, "messages of all daemons together"),
                Key.integer("workload.max_bytes", 512, Long.BYTES, DeviceMessage.MOST_BYTES, "longest payload"),
                Key.integer("workload.interval", 0, 0, MANY, "least cycles between messages of a daemon"),
                Key.integer("workload.timeout", 100, 1, MANY, "cycles until a thread tries again"),
                Key.word(
                        "workload.polling",
                        "lock",
                        DevicePolling.words(),
                        "lock: a thread asks for the lock at each try; slot: it looks at the slot first"),
                Key.word("workload.flaw", "none", DeviceFlaw.words(), "what the software does wrong"),
                Key.real(
                        "workload.background",
                        0,
                        0,
                        1,
                        "uniform traffic on the torus beside, flits offered per node and cycle; the last task's"),
                Key.integer(
                        "workload.background_flits",
                        5,
                        2,
                        MachineStructure.MOST_PACKET_FLITS,
                        "flits of a background packet, header included"),
                Key.integer("workload.background_cycles", 1000, 1, MANY, "cycles of background births"));
    }

    private int number(final String key) {
        return values.number("workload." + key);
    }

    private int threads() {
        final DeviceMode mode = DeviceMode.valueOf(values.word("workload.mode").toUpperCase(Locale.ROOT));
        return number("threads") == 0 ? mode.threads() : number("threads");
    }

    private boolean isLoaded() {
        return values.real("workload.background") > 0;
    }

    /** Returns the least number of tasks of a node. */
    int tasks() {
        return threads() + (isLoaded() ? 1 : 0);
    }

    /** Checks the rules between keys. */
    void check(final MachineConfig machine) {
        final int least = tasks();
        if (Collections.min(machine.tasks()) < least) {
            values.blame(
                    "machine.tasks_per_node",
                    "must be at least " + least + ": a task for each thread"
                            + (isLoaded() ? ", and one for traffic on the torus" : ""));
        }
        if (machine.shape().ioTiles() > 0 && !values.isOmitted("workload.io_ratio")) {
            values.blame("workload.io_ratio", "is without use beside " + Schema.IO_RATIO + ": the I/O tiles send");
        }
        if (machine.nodes() < 2) {
            values.blame("machine.shape", "must have a rank that is no I/O node");
        }
        if (values.word("workload.mode").equals("dual") && threads() % 2 == 1) {
            values.blame("workload.threads", "must be 2 or 4 in dual mode: each main process has as many");
        }
    }

    Workload build() {
        return new DeviceMessages(
                threads(),
                number("io_ratio"),
                number("messages"),
                number("max_bytes") / Long.BYTES * Long.BYTES,
                number("interval"),
                number("timeout"),
                DevicePolling.valueOf(values.word("workload.polling").toUpperCase(Locale.ROOT)),
                DeviceFlaw.valueOf(values.word("workload.flaw").toUpperCase(Locale.ROOT)),
                isLoaded()
                        ? new Background(
                                values.real("workload.background"),
                                number("background_flits"),
                                number("background_cycles"))
                        : null);
    }
}
