// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** ResponseTx of both ports, as CommitUnit sees it. */
public interface ResponsePort {
    /**
     * Notice: fills a slot of port r that RequestRx claimed.
     *
     * @param mode Header0.mode: DATA: that of its GET, all others 0
     * @param word1 as it is to be sent; for DATA addr is the landing address of the first byte
     * @param source DATA: address that is read here
     * @param length DATA: bytes
     * @param last Header0.last of a one-packet response
     * @param value FADD_R: the old value
     */
    void push(int r, int ptype, int dst, int mode, long word1, int source, int length, boolean last, long value);
}
