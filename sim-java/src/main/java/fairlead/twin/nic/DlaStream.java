// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The port of DlaArbiter to RequestTx 0: the words of complete requests, header first. All methods except {@link
 * #prepared} and {@link #take} are questions about the front of the DLA FIFO.
 */
public interface DlaStream {
    boolean valid();

    boolean isHead();

    boolean isTail();

    long w0();

    long w1();

    /** Notice: the front request will be taken, from the next cycle on. */
    default void prepared() {}

    /** Notice: the front word is handed to the network in this cycle. */
    void take();
}
