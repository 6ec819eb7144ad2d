// SPDX-License-Identifier: Apache-2.0
package fairlead.dma;

/** Where in a DmaTx there is something to do, so that a cycle touches only that. Link bits: 0, 1 request, 2, 3 response of port 0, 1. */
final class Activity {
    /** Link bits: the emitter holds a packet. */
    int sending;

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
}
