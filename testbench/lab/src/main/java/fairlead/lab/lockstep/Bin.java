// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A coverage bin: a situation that a campaign must have exercised. Hits are counted from events, from the given program
 * or from sampled VC states, and never from the intentions of the case generator.
 */
public enum Bin {
    DLA_GRANT("allocation granted"),
    DLA_DENY("allocation denied"),
    DLA_DISCARD("request dropped in discard mode"),
    DLA_OVERFLOW("request dropped for want of credits"),
    DLA_RELEASE_PENDING("reservation released not at its command but as the last of its requests left"),
    DLA_MARK("marker answered that stands for itself"),
    DLA_MARKS_IN_ONE("marker answered that stands for older ones too"),
    DLA_EVENT_CREDIT("event credits given back by software"),
    DLA_MERGE("status events told as one for want of an event credit"),
    DLA_CLEAR("channel cleared"),
    DLA_PURGE("request in the FIFO dropped by a clear"),
    DLA_TORN("clear given between a request of the channel and its last data"),
    RESPONSE_PASSES("response sent between two packets of a get"),
    PONG_WAITS("PONG sent behind three packets or more of its origin's gets that left after its PING had come"),
    STARVED_HEAD("sampled VC whose head flit has an output VC without owner and without credit"),
    SLOW_LINK("sampled VC whose flit has all that it needs but a slow link that takes it, or the switch"),
    CHUNKED_LINK("the same on a machine whose links send chunks of two flits or more"),
    ADAPTIVE_TO_ESCAPE("adaptive packet that left a router by an escape VC (HOP events)"),
    RECEPTION_FULL("message announced into the last free slot of its reception FIFO"),
    COUNT_BEFORE_DATA("PUT_COUNT processed before the last put of its epoch was delivered"),
    COUNT_AFTER_DATA("PUT_COUNT processed when all puts of its epoch, at least one, were there"),
    REFUSED("packet refused by its target"),
    EPOCH_FAILED("epoch closed of which a transfer was refused"),
    EPOCH_ELSEWHERE("transfer of an open epoch rejected because it goes to another node than the epoch"),
    BESIDE_EPOCH("transfer in no epoch delivered to a node on which an epoch of its origin is open"),
    BARRIER_COUNT("barrier counter read or added to"),
    BARRIER_REFUSED("add to the barrier counter refused: a task is in the barrier"),
    BARRIER_WRAP("barrier counter wrapped to a smaller value"),
    GENERATION_WRAP("generation of a target's epoch entry wrapped to 0"),
    LATE_TASK("barrier whose last join came 64 cycles or more after the one before it"),
    PUT("put issued from an injection FIFO"),
    GET("get issued"),
    FADD("atomic but compare-and-swap issued"),
    FETCH_ADD("fetch-add executed"),
    FETCH_AND("fetch-and executed"),
    FETCH_OR("fetch-or executed"),
    FETCH_XOR("fetch-xor executed"),
    SWAP("swap executed"),
    CAS("compare-and-swap issued"),
    MESSAGE("message issued"),
    FLUSH("flush issued"),
    FENCE("fence issued"),
    MODE_ADAPTIVE("put or get of adaptive packets issued"),
    MODE_DRAWN("put or get on one path with drawn ties issued"),
    MODE_ORDERED("put or get in path order issued on a machine whose data go otherwise"),
    ONE_WORD("put or get of 8 bytes"),
    ONE_PACKET("put or get of one full packet, 256 bytes"),
    THREE_PACKETS("put or get of three packets"),
    MORE_THAN_FIFO(
            "put or get with more flits than the link VC and local buffer of a hop hold, of four packets or more"),
    TREE_COMBINE("result of a combine read at the root of its class route"),
    TREE_ALLREDUCE("result of an allreduce read"),
    TREE_BROADCAST("broadcast read"),
    TREE_MESSAGE("packet of a message of the collective network read"),
    TREE_SUM("result of a sum read"),
    TREE_MIN("result of a minimum read"),
    TREE_MAX("result of a maximum read"),
    TREE_AND("result of an and read"),
    TREE_OR("result of an or read"),
    TREE_XOR("result of an exclusive or read"),
    TREE_LONG("result read of operands of more than a flit"),
    TREE_MIXED("packet read whose contributions differ, or whose path has ended early"),
    TREE_REFUSED("packet that the collective network refused"),
    TREE_EMPTY("read of a channel of the collective network that shows no packet"),
    DEVICE_LOCKED("lock of the shared device taken"),
    DEVICE_HELD("lock of the shared device refused, because a processor has it"),
    DEVICE_NOT_OWNER("unlock of the shared device by a processor that does not have the lock"),
    DEVICE_EMPTY("packet asked of a shared device that has none"),
    DEVICE_BUSY("packet asked of a shared device that works on another command"),
    DEVICE_OUTSIDE("drain of a shared device into a buffer that is not within the memory"),
    DEVICE_HEADER("packet taken from the shared device by DEVICE_READ_HEADER"),
    DEVICE_DRAINED("payload of a message drained to memory"),
    DEVICE_PAYLOAD("answer of the shared device while payload stands at its head"),
    DEVICE_SEVERAL("answer of the shared device while headers of two messages wait"),
    IO_TILE_PACKET("packet of the collective network that has come to an I/O tile"),
    IO_TILE_REFUSED("command for the torus that an I/O tile refused"),
    IO_TILE_TARGET("command for the torus whose target is an I/O tile"),
    COUNTERS_READ("performance counters read that have counted"),
    COUNTERS_OWNER("cycles counted that a head waited for an owner"),
    COUNTERS_CREDIT("cycles counted that a flit waited for a credit"),
    COUNTERS_LINK("cycles counted that a flit waited for a slow link"),
    COUNTERS_CONNECTION("cycles counted that a flit would have broken a connection"),
    COUNTERS_ARBITRATION("cycles counted that another flit went first"),
    COUNTERS_FENCE("cycles counted that a descriptor waited for the FENCE before it"),
    COUNTERS_ENTRY("cycles counted that a fence waited for a fence entry"),
    COUNTERS_ACK_COUNTER("cycles counted that an unordered descriptor waited for an acknowledgement counter"),
    COUNTERS_MESSAGE_CREDIT("cycles counted that a message waited for a credit of its target"),
    COUNTERS_ROUTER("cycles counted that a descriptor or request waited for a place in the router"),
    COUNTERS_MEMORY("cycles counted that a descriptor or request waited for data from memory"),
    COUNTERS_DLA("cycles counted that a descriptor waited for a request of the store path"),
    COUNTERS_PORT("cycles counted that a descriptor or request waited for another packet"),
    COUNTERS_RESPONSE("cycles counted that a request waited for a response slot"),
    COUNTERS_COMMIT("cycles counted that a packet waited for a place in the commit queue"),
    COUNTERS_RECEIVER("cycles counted that another flit was consumed first"),
    DEPTH_ONE("sampled link VC that is full with depth 1"),
    DEPTH_MAX("sampled link VC of the maximum depth that holds flits");

    private final String meaning;

    Bin(String meaning) {
        this.meaning = meaning;
    }

    /** Tells whether it is of the collective network, which few cases use unless they are focused on it. */
    public boolean isOfTree() {
        return name().startsWith("TREE_");
    }

    /** Tells whether it is of I/O tiles, which few machines have. */
    public boolean isOfIoTiles() {
        return name().startsWith("IO_TILE_");
    }

    /** Tells whether it is of the shared device, which only cases focused on it use. */
    public boolean isOfDevice() {
        return name().startsWith("DEVICE_");
    }

    /** Returns the bins of consecutive values, each with the name of its value after a prefix. */
    static List<Bin> named(String prefix, IntFunction<String> name, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(value -> valueOf(prefix + name.apply(value)))
                .toList();
    }

    public String meaning() {
        return meaning;
    }
}
