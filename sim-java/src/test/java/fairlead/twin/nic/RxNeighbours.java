// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import java.lang.reflect.Proxy;

/** The units next to a DmaRx. Each call of one is told by its name and arguments. */
final class RxNeighbours {
    /** The listener to which a neighbour reports its calls. */
    interface Told {
        void say(String what, Object... arguments);
    }

    /** The answer of EpochPort.init. */
    int grant = -RefusalReason.TABLE;
    /** The answer of EpochPort.allows. */
    boolean allowed = true;

    private final Told told;

    RxNeighbours(Told told) {
        this.told = told;
    }

    <T> T port(Class<T> port) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, call, a) -> {
            switch (call.getName()) {
                case "push" -> {
                    String name = "respond" + (a[3].equals(0) ? "" : a[3]);
                    String type = PacketType.name((int) a[1]);
                    String header = Headers.describe((long) a[4]);
                    told.say(name, a[0], type, a[2], header, a[5], a[6], a[7], Long.toHexString((long) a[8]));
                }
                case "allows" -> told.say("access", a);
                default -> told.say(call.getName(), a == null ? new Object[0] : a);
            }
            return call.getReturnType() == int.class ? (Object) grant : allowed;
        }));
    }
}
