// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** DlaArbiter, as RequestTx 0 sees it: words of complete requests, header first. All but take are questions about the front of the DLA FIFO. */
public interface DlaStream {
    boolean valid();

    boolean isHead();

    boolean isTail();

    long w0();

    long w1();

    /** Notice: the request in front will be taken, from the next cycle on. */
    default void prepared() {}

    /** Notice: handed to the network in this cycle. */
    void take();
}
