// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The port of ResponseTx, for both ports, to CommitUnit. */
public interface ResponsePort {
    /**
     * Notice: fills a slot of port r that RequestRx claimed.
     *
     * @param mode Header0.mode: for DATA the mode of its GET, otherwise 0
     * @param word1 Header1 to send; for DATA, addr is the landing address of the first byte
     * @param source for DATA, the address from which this node reads
     * @param length for DATA, the number of bytes
     * @param last Header0.last of a one-packet response
     * @param value for FADD_R, the old value
     */
    void push(int r, int ptype, int dst, int mode, long word1, int source, int length, boolean last, long value);
}
