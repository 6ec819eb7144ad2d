// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The parts of a DmaTx that can act, as masks, so that a cycle visits only these parts. Link bits: 0 and 1 are the
 * request links of ports 0 and 1, 2 and 3 are their response links.
 */
final class Activity {
    int sending; // link bits: the emitter holds a packet
    int hungry; // link bits: the next flit of the front packet must come from memory
    int streaming; // link bits: the front packet comes from the DLA
    long credits; // free slots of the router's buffer of each link, as `Lanes`
    long replies; // payload flits from memory that wait to be sent on each link, as `Lanes`
    long window; // flits that the payload reader of each link may still ask for, as `Lanes`
    int replied; // link bits: a reply, or a credit, is on the pins in the current cycle
    int credited;
    int full; // link bits: the emitter has no room for another packet
    int reading; // link bits: the payload reader still has bytes to request
    int answering; // Bit r: ResponseTx r holds a response
    int waiting; // Bit f: injection FIFO f is not empty
    int messages; // Bit f: the head of FIFO f is a MSG
    int fences; // Bit f: the head of FIFO f is a FLUSH or FENCE
    int gets; // Bit f: the head of FIFO f is a GET

    /**
     * Bit f: the head of FIFO f is an unordered put or get, which has a mode other than 0 and a target other than this
     * node.
     */
    int loose;

    /**
     * Returns the links that can send a flit in this cycle, apart from the DLA's word: they have a packet, a credit
     * and, for payload from memory, a flit that has arrived.
     */
    int sendable() {
        return sending & Lanes.present(credits) & (~hungry | Lanes.present(replies));
    }

    int asking() {
        return reading == 0 ? 0 : reading & Lanes.present(window);
    }

    /** Executes the edge of a cycle with a reply or a credit. */
    void edge() {
        replies += Lanes.ones(replied);
        credits += Lanes.ones(credited);
        replied = 0;
        credited = 0;
    }
}
