// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** The port of DmaRx to DmaTx. All methods are notices. */
public interface ReceivePort {
    /** Notice of ResponseTx r: a claimed response slot is free again. */
    void freed(int r);

    /**
     * Notice of RequestTx r (CounterLoad): the byte counter takes `value`. There is at most one for each port and
     * cycle.
     */
    void counterLoad(int r, int counter, int value);
}
