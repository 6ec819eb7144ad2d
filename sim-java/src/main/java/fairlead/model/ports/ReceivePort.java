// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** DmaRx, as DmaTx sees it. All notices. */
public interface ReceivePort {
    /** ResponseTx r: a claimed response slot is free again. */
    void freed(int r);

    /** CounterLoad of RequestTx r: byte counter := value. At most one a port and cycle. */
    void counterLoad(int r, int counter, int value);
}
