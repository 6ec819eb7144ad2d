// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.program.ProgramBuilder;
import fairlead.run.Machines;
import fairlead.verdict.Checker.Packet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What waits for a port beside the injection FIFOs, and the device, on commands and events made by hand, of node 1. */
@Tag("M-1110")
class PortTurnsTest {
    private final JudgedRun run;
    private final HeadWaits heads;
    private final PortTurns turns;
    private final Packet packet;
    private int seq;

    PortTurnsTest() {
        var machine = Machines.of(new Shape(3, 1, 1), 1);
        run = new JudgedRun(
                new ProgramBuilder("turns", machine.shape(), machine.tasks(), Machines.MEMORY).build(), machine);
        heads = new HeadWaits(run, new InjectionAccount(3, true, new Violations()));
        turns = new PortTurns(run, heads);
        packet = new Packet(machine.shape());
    }

    private void command(long cycle, int op, long word) {
        CommandBuffer commands = new CommandBuffer();
        commands.add(cycle, 1, 0, op, word, 0, 0, 0, seq++);
        heads.command(commands, 0, turns.given(commands, 0));
    }

    private void sends(long cycle, int unit, int type, int entry) {
        long word0 = (long) type << Header0.PTYPE_LSB;
        turns.injected(packet.set(cycle, 1, unit, word0, (long) entry << Header1.ENTRY_LSB));
    }

    /** Packets of others, one a cycle from this one on. */
    private void stream(long cycle, int unit, int type, int count) {
        for (int i = 0; i < count; i++) {
            sends(cycle + i, unit, type, 0);
        }
    }

    private void answers(long cycle, int op, int result) {
        long status = (long) op << DeviceEvent.COMMAND_LSB | (long) result << DeviceEvent.RESULT_LSB;
        turns.devices.answered(cycle, 1, status);
    }

    private void is(String violation) {
        assertEquals(violation == null ? "" : violation, heads.violations.text());
    }

    @ParameterizedTest(name = "{0} packets, {1} epochs")
    @CsvSource({
        "13, 0,",
        "14, 0, 'cycle 100: node 1 sends INIT of epoch index 5 after 0 of others, of which 68 may pass, and after 14 "
                + "packets of other sources, of which 13 may pass'",
        "9, 68,",
        "9, 69, 'cycle 100: node 1 sends INIT of epoch index 5 after 69 of others, of which 68 may pass, and after 9 "
                + "packets of other sources, of which 289 may pass'"
    })
    void anInitIsNotPassedByMore(int packets, int epochs, String violation) {
        stream(1, EventUnit.TX_REQ0, PacketType.PUT, 9); // before the command
        command(10, TileCommand.EPOCH_OPEN, 5);
        stream(11, EventUnit.TX_REQ0, PacketType.PUT, packets);
        stream(26, EventUnit.TX_REQ0, PacketType.INIT, epochs);
        sends(100, EventUnit.TX_REQ0, PacketType.INIT, 5);
        is(violation);
    }

    @ParameterizedTest(name = "{0} packets")
    @CsvSource({
        "11,",
        "12, 'cycle 100: node 1 sends CREDIT of FIFO 2 after 0 of others, of which 8 may pass, and after 12 "
                + "packets of other sources, of which 11 may pass'"
    })
    void aCreditIsNotPassedByMore(int packets, String violation) {
        command(10, TileCommand.MSG_POP, 2);
        stream(11, EventUnit.TX_RSP0, PacketType.DATA, packets);
        stream(50, EventUnit.TX_REQ0, PacketType.PUT, 40); // of the other port
        sends(100, EventUnit.TX_RSP0, PacketType.CREDIT, 2);
        sends(101, EventUnit.TX_RSP0, PacketType.CREDIT, 2);
        is(violation);
    }

    @ParameterizedTest(name = "{0} answered {2} cycles later")
    @CsvSource({
        "DEVICE_LOCK, DONE, 0,",
        "DEVICE_LOCK, DONE, 1, 'cycle 21: node 1 answers DEVICE_LOCK of processor 0 after 1 cycles, bound 0'",
        "DEVICE_DRAIN, EMPTY, 1, 'cycle 21: node 1 answers DEVICE_DRAIN of processor 0 after 1 cycles, bound 0'",
        "DEVICE_READ_HEADER, DONE, 19,",
        "DEVICE_READ_HEADER, DONE, 20, 'cycle 40: node 1 answers DEVICE_READ_HEADER of processor 0 after 20 cycles, "
                + "bound 19'",
        "DEVICE_DRAIN, DONE, 390,",
        "DEVICE_DRAIN, DONE, 700, 'cycle 720: node 1 answers DEVICE_DRAIN of processor 0 after 500 cycles, bound 192'"
    })
    void theDeviceAnswersInTime(String op, String result, int later, String violation) {
        int code = op.equals("DEVICE_LOCK")
                ? TileCommand.DEVICE_LOCK
                : op.equals("DEVICE_DRAIN") ? TileCommand.DEVICE_DRAIN : TileCommand.DEVICE_READ_HEADER;
        for (int i = 0; i < 10; i++) {
            command(10, TileCommand.POST, 0); // the device waits for its turn at the host port until cycle 20
        }
        command(10, code, 0L << DeviceCommand.PROCESSOR_LSB);
        command(11, code, 1L << DeviceCommand.PROCESSOR_LSB);
        turns.devices.arrived(220, 1, 1L << HwLayout.TREE_CHANNELS - 1);
        answers(20 + later, code, result.equals("DONE") ? DeviceResult.DONE : DeviceResult.EMPTY);
        is(violation);
    }
}
