// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dma;

/** Where in a DmaTx there is something to do, so that a cycle touches only that. Link bits: 0, 1 request, 2, 3 response of port 0, 1. */
final class Activity {
    /** Link bits: the emitter holds a packet. */
    int sending;

    /** Link bits: the next flit of the packet in front is one that memory has to deliver. */
    int hungry;

    /** Link bits: the packet in front is the DLA's. */
    int streaming;

    /** By link, {@link Lanes}: slots of the router's buffer. */
    long credits;

    /** By link, {@link Lanes}: payload flits from memory that wait to be sent. */
    long replies;

    /** Link bits: with a reply, or with a credit, on the pins in the cycle that is stepped. */
    int replied;

    int credited;

    /** Link bits: the emitter has no place for another packet. */
    int full;

    /** Link bits: the payload reader has bytes to ask for. */
    int reading;

    /** Bit r: ResponseTx r holds a response. */
    int answering;

    /** Bit f: injection FIFO f is not empty. */
    int waiting;

    /** Bit f: the head of FIFO f is a MSG. */
    int messages;

    /** Bit f: the head of FIFO f is a FLUSH or FENCE. */
    int fences;

    /** Bit f: the head of FIFO f is an unordered put or get: one with a mode, to another node. */
    int loose;

    /** Links that could send a flit in this cycle, but for the DLA's word: a packet, a credit and, of payload from memory, a flit that has come. */
    int sendable() {
        return sending & Lanes.present(credits) & (~hungry | Lanes.present(replies));
    }

    /** The edge of a cycle with a reply or a credit. */
    void edge() {
        replies += Lanes.ones(replied);
        credits += Lanes.ones(credited);
        replied = 0;
        credited = 0;
    }
}
