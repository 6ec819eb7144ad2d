// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.dma;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Ports that answer only the calls of one half of the DMA engine, and fail at every other call. */
final class RefusedPorts {
    private RefusedPorts() {}

    /** Returns a port whose calls go to the methods of the same name of `answers`. */
    static <T> T only(final Class<T> port, final Object answers) {
        final Map<String, Method> methods = new HashMap<>();
        for (final Method own : answers.getClass().getDeclaredMethods()) {
            own.setAccessible(true);
            methods.put(own.getName(), own);
        }
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, call, arguments) -> {
                    final Method own = methods.get(call.getName());
                    if (own == null) {
                        throw new AssertionError(call.getName() + " is not this half's business");
                    }
                    return own.invoke(answers, arguments);
                }));
    }
}
