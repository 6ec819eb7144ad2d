// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.checkpoint;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.Engine.Savable;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A factory of engines that, in drawn cycles, are saved to a file, closed, and replaced by a fresh engine that is
 * restored from the file. Whoever uses such an engine must not notice it.
 */
public final class Restarting implements EngineFactory {
    private final EngineFactory engines;
    private final Saving saving;
    private final SplittableRandom random;
    private final int mostCycles;
    private int restarts;

    /** Moves the state of one machine to another one. */
    public interface Saving {
        void move(Savable from, Savable to) throws IOException;
    }

    /** @param mostCycles greatest number of cycles between two restarts */
    public Restarting(EngineFactory engines, Saving saving, long seed, int mostCycles) {
        this.engines = engines;
        this.saving = saving;
        random = new SplittableRandom(seed);
        this.mostCycles = mostCycles;
    }

    /** Returns the way over this file. */
    public static Saving over(Path file) {
        return (from, to) -> {
            Checkpoint.write(file, from);
            Checkpoint.read(file, to);
        };
    }

    /** Returns the number of restarts of all engines. */
    public int restarts() {
        return restarts;
    }

    @Override
    public Engine open(MachineConfig config, EngineOptions options) {
        Class<?>[] types = {Engine.class};
        return (Engine) Proxy.newProxyInstance(getClass().getClassLoader(), types, new Handler(config, options));
    }

    private final class Handler implements InvocationHandler {
        private final MachineConfig config;
        private final EngineOptions options;
        private Engine engine;
        private long next;

        Handler(MachineConfig config, EngineOptions options) {
            this.config = config;
            this.options = options;
            engine = engines.open(config, options);
            next = 1 + random.nextInt(mostCycles);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if ((name.equals("submit") || name.equals("run")) && engine.cycle() >= next) {
                restart();
            }
            try {
                return name.equals("run")
                        ? engine.run(Math.min((long) arguments[0], Math.max(next, engine.cycle())))
                        : method.invoke(engine, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private void restart() {
            next = engine.cycle() + 1 + random.nextInt(mostCycles);
            if (!engine.failure().isEmpty()) {
                return;
            }
            Engine fresh = engines.open(config, options);
            try {
                saving.move((Savable) engine, (Savable) fresh);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            engine.close();
            engine = fresh;
            restarts++;
        }
    }
}
