// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.api.EngineKind;
import fairlead.api.Machine;
import fairlead.api.MachineRun;
import fairlead.api.RmaProgram;
import fairlead.api.RmaStep;
import fairlead.api.RmaTask;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped profiles: hop and flit time of a machine as its page has them, to the cycle. */
@Tag("M-342")
class ProfileTest {
    private static final Path PROFILES = Path.of("../examples/profiles");
    private static final int FLIT = 16;
    private static final int MEMORY = 20;
    private static final int TO_THE_ROUTER = 2; // from the command to the head on the injection pin
    private static final int FROM_THE_ROUTER = 4; // from the last link to the write request of the tail

    /** The slope over hops is the time of a hop whatever the length, and the slope over flits is that of a link. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"bgp, 54, 32", "bgq3d, 20, 4", "xe, 68, 2"})
    void aLonePacketTakesItsHopsAndTheTimeOfItsFlits(String profile, int hop, int interval) {
        for (int hops = 1; hops <= 3; hops++) {
            for (int flits = 1; flits <= 4; flits++) {
                long payload = Math.max(interval, 1 + MEMORY) + (flits - 1L) * interval;
                assertEquals(
                        TO_THE_ROUTER + (long) hops * hop + payload + FROM_THE_ROUTER,
                        delivered(profile, hops, flits * FLIT),
                        hops + " hops, " + flits + " flits");
            }
        }
    }

    /**
     * Returns the cycles from the command to the delivery of a put; the process of the tests has the default structure.
     */
    private static long delivered(String profile, int hops, int bytes) {
        Machine machine = Machine.from(PROFILES.resolve(profile + ".yaml"))
                .set("machine.structure.vcs_per_class", 4)
                .set("machine.structure.max_payload", 256)
                .shape(8, 1, 1)
                .engine(EngineKind.MODEL)
                .build();
        RmaProgram program = machine.program("put");
        int source = program.region("source", 256);
        int landing = program.region("landing", 256);
        RmaTask task = program.task(0, 0);
        RmaStep put = task.put(hops, task.fill(source, bytes), landing);
        MachineRun run = machine.run(program);
        return run.events().stream()
                        .filter(e -> e.node() == hops && e.kind().equals("PACKET_DELIVERED"))
                        .findFirst()
                        .orElseThrow()
                        .cycle()
                - run.times(put).posted();
    }
}
