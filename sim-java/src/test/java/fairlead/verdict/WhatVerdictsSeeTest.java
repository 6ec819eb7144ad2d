// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.program.Ops;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests invented runs in which the units report one course of events, and the memory ports and the other units another
 * (docs/use/verdicts.md).
 */
@Tag("M-70")
@Tag("M-162")
class WhatVerdictsSeeTest {
    private static final int ADD = 1;
    private static final int SWAP = 2;

    private final Story story = new Story();

    private void put(int slot, int bytes) {
        story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 64 * slot, bytes, slot));
    }

    // ---- counters: node 1 presets counter 5 twice, operations 0 and 1, and node 0 puts 32 bytes for each preset

    private void counted() {
        story.add(1, Ops.counterSet(5, 32));
        story.add(1, Ops.counterSet(5, 32));
        story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING, 32, 1).counter(5));
        story.add(0, Ops.put(1, Story.SOURCE, Story.LANDING + 64, 32, 2).counter(5));
        story.begin().posted(0, 1).posted(2, 2);
    }

    private void zero(long cycle) {
        story.event(cycle, 1, EventKind.COUNTER_ZERO, 5, 0, 0);
    }

    // ---- fences: a put of two pieces that is in memory in cycle 20, a fence, and operation 2 after the fence

    private void fenced(String what) {
        story.put(1, 0);
        story.fence(1);
        switch (what) {
            case "put" -> put(1, 16);
            case "get" -> story.get(16);
            case "send" -> send(9);
            case "fadd" -> story.fadd(128, 5);
            case "cas" -> story.add(0, Ops.cas(1, Story.LANDING + 128, 7, 5));
            default -> getAny();
        }
        story.begin(3);
        story.pieces(0, 19).done(1, 4);
    }

    private void atomic(int operation, long now, boolean writes) {
        story.atomic(20, 1, Story.LANDING + 128, operation, now, writes ? 8 : 0)
                .event(25, 0, EventKind.OP_RESULT, 2, 0, 0)
                .done(2, 25);
    }

    private void send(int value) {
        story.withMessages().add(0, Ops.sendValue(1, Story.SOURCE, 9, value));
    }

    private void messages() {
        send(1);
        send(2);
        story.begin(2);
    }

    // ---- bytes that the program cannot foretell

    private void getAny() {
        story.add(0, Ops.getAny(1, Story.LANDING, Story.LANDING, 16));
    }

    private void putOfNodeTwo() {
        story.add(2, Ops.put(1, Story.SOURCE, Story.LANDING, 16, 4));
    }

    /** Writes 16 bytes to the landing zone of node 0, of which the fourth one is `value`. */
    private void brings(long cycle, int value) {
        story.write(
                cycle,
                0,
                Story.LANDING,
                ByteBuffer.allocate(16).put(3, (byte) value).array());
    }

    private void bringsPut(long cycle) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++) {
            bytes[i] = story.op(0).payload(i);
        }
        story.write(cycle, 0, Story.LANDING, bytes);
    }

    private void pings(int target) {
        story.request(2, true, 0, PacketType.PING, target);
    }

    private void pinged() {
        story.request(4, false, 0, PacketType.PING, 1);
    }

    private void strayPing() {
        story.packet(5, false, 1, story.header(PacketType.PING, 0, 2, 16), 0);
    }

    private void strayPong() {
        story.packet(5, true, 1, story.header(PacketType.PONG, 1, 2, 0), 0);
    }

    /** A packet of node 0 to node 1 that is under way for so many cycles, and the flits that the links carried. */
    private void away(long cycles, long carried) {
        story.begin().packet(1, true, 0, 5).packet(1 + cycles, false, 0, 5);
        story.carried = carried;
    }

    private void endsIn(long cycle) {
        story.last = cycle;
    }

    @Test
    void aPacketByAShortestWayInTimeHolds() {
        away(40, 1);
        story.holds("progress_fairness", 1);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            data_integrity | a get that is done before its last byte \
                | get 32; begin 1; piece 0 0 10 0; done 0 10; piece 0 1 11 0 \
                | was done in cycle 10, its last byte was in memory only in cycle 11
            data_integrity | a get that is done in the cycle of its last byte | get 32; begin 1; pieces 0 10; \
                done 0 11 |
            data_integrity | a get that is done and never complete, in a run that was cut off \
                | get 32; begin 1; piece 0 0 10 0; done 0 20; cutOff | its last byte was in memory never
            data_integrity | a counter that is zero after each round \
                | counted; pieces 2 10; zero 11; posted 1 15; posted 3 16; pieces 3 20; zero 21 |
            data_integrity | a counter that is zero before its last byte | counted; piece 2 0 10 0; zero 10 \
                | byte counter 5 is zero, 16 bytes before the last one is in memory
            data_integrity | a counter that is zero twice | counted; pieces 2 10; zero 11; zero 12 \
                | which the program has not announced
            data_integrity | a counter that is never zero | counted; posted 1 1; posted 3 3; pieces 2 10; pieces 3 20 \
                | never said that byte counter 5 is zero, whose 64 bytes are in memory
            data_integrity | a counter that was announced in two parts \
                | counted; posted 1 1; posted 3 3; pieces 2 10; pieces 3 20; zero 21 |
            data_integrity | a counter that forgets its first part \
                | counted; posted 1 1; posted 3 3; pieces 2 10; zero 11; pieces 3 20 | 32 bytes before the last one
            data_integrity | the bytes of the round before do not count for the next \
                | counted; pieces 2 10; zero 11; posted 1 15; posted 3 16; piece 3 0 20 0; zero 20 | 16 bytes before
            fence_ordering | a put of the same cycle across a fence | fenced put; piece 2 0 20 0 | op 2 (PUT
            fence_ordering | a put of the next cycle | fenced put; piece 2 0 21 0 |
            fence_ordering | a fetch-add that passes a fence | fenced fadd; atomic ADD 5 true | op 2 (FADD
            fence_ordering | a compare-and-swap that passes a fence and writes nothing \
                | fenced cas; atomic SWAP 0 false | op 2 (CAS
            fence_ordering | a message that passes a fence | fenced send; message 2 18 1 0 0 | op 2 (SEND
            fence_ordering | what passes a fence behind a message \
                | send 9; fence 1; put 1 16; begin 3; done 1 4; piece 2 0 10 0; message 0 12 1 0 0 | op 2 (PUT
            fence_ordering | a get whose bytes are here before the fenced put is there \
                | fenced get; piece 2 0 20 0 | op 2 (GET
            fence_ordering | a get that brings what the fenced put has overwritten | fenced getAny; brings 40 0 \
                | op 2 (GET node 1, node 0 task 0) after op 1 (FENCE node 1, node 0 task 0) was read by cycle 19
            fence_ordering | a get that brings what the fenced put has written | fenced getAny; bringsPut 40 |
            data_integrity | its bytes | fenced getAny; bringsPut 40 |
            fence_ordering | a get in front of a fence \
                | get 16; fence 1; put 1 16; begin 3; done 1 4; piece 2 0 10 0; piece 0 0 12 0 |
            data_integrity | bytes that their source never held | getAny; begin 1; brings 10 1 \
                | has not held since it was handed over
            data_integrity | bytes that were overwritten on their way \
                | getAny; putOfNodeTwo; begin 2; piece 1 0 8 0; brings 10 0 |
            data_integrity | messages in order | messages; message 0 10 1 0 0; message 1 12 1 0 1 |
            data_integrity | a message that overtakes another one | messages; message 1 10 1 0 0; message 0 12 1 0 1 \
                | holds op 1 (SEND node 1, node 0 task 0) before op 0
            data_integrity | a message at the wrong node | messages; message 0 10 2 0 0 \
                | node 2 slot 0 of reception FIFO 0 holds no message that node 0 sent there
            data_integrity | a message in the wrong FIFO | messages; message 0 10 1 2 0 \
                | reception FIFO 2 holds no message
            conservation | a packet that leaves the network at another node | flush 2; begin 1; pings 2; strayPing \
                | cycle 5: node 1 takes a PING for node 2
            conservation | a PING to another node than that of its flush | flush 2; begin 1; pings 1 \
                | node 0 sends node 1 a PING with tag 0, which is op 0 (FLUSH node 2
            conservation | a request of no operation | flush 2; begin 0; pings 2 | which is of no operation
            conservation | an answer to the wrong node | flush 1; begin 1; pings 1; pinged; strayPong \
                | node 1 answers node 2 with a PONG that it does not owe
            conservation | an answer that is owed at the end | flush 1; begin 1; pings 1; pinged \
                | node 1 owes node 0 1 answers
            progress_fairness | more hops than a shortest way has | away 40 2 \
                | the links carried 2 flits, the shortest ways of the packets are 1 flit-hops
            progress_fairness | longer than its bound | away 3000 1 \
                | 'from node 0 to node 1 took 3000 cycles, more than its bound of '
            progress_fairness | a packet that is still there after its bound \
                | begin; packet 1 true 0 5; packet 2 true 1 6; packet 20 false 1 6; cutOff; endsIn 9000 \
                | a packet that entered in cycle 1 is still in the network in cycle 9000
            """)
    void whatIsSeen(String verdict, String name, String calls, String finding) {
        Script.play(calls, this, story);
        story.judge(verdict, finding);
    }
}
