// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.evaluate.LineProcess.End;
import fairlead.evaluate.LineProcess.Reply;
import fairlead.machine.MachineStructure;
import fairlead.scenario.BadInput;
import fairlead.scenario.OtherStructure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * This program with other structures than that of the process (decision 18): a child process for each of the last
 * {@value #MOST} structures that were asked for. The manifest of a structure is elaborated when it is first asked for.
 */
public final class StructureCode {
    private static final int MOST = 8;
    private static final long HEAP_MEGABYTES = 1024;
    private static final String ANSWER = "answer ";
    private static final LineProcess.Limits LIMITS = new LineProcess.Limits(24 * 3600, 0, 2 * HEAP_MEGABYTES);
    private static final Map<MachineStructure, LineProcess> RUNNING = new LinkedHashMap<>(MOST, 0.75f, true);

    private StructureCode() {}

    /**
     * Calls a public static method of a class in the process with the structure that is asked for. Arguments and result
     * are serializable objects of the JDK. An error of the method is thrown here as what it is.
     */
    public static Object call(
            final OtherStructure asked, final Class<?> type, final String method, final Object... arguments) {
        final Reply reply;
        synchronized (RUNNING) {
            reply = process(asked.wanted()).ask(encoded(new Object[] {type.getName(), method, arguments}));
        }
        if (reply.end() != End.ANSWER) {
            throw new IllegalStateException("the process of another structure ended: " + reply.end() + " "
                    + reply.text() + ", code " + reply.code());
        }
        final Object[] answer = decoded(reply.text().substring(ANSWER.length()));
        if (answer[0] == null) {
            return answer[1];
        }
        return raise((String) answer[0], (String) answer[1]);
    }

    private static LineProcess process(final MachineStructure structure) {
        if (!RUNNING.containsKey(structure) && RUNNING.size() == MOST) {
            RUNNING.remove(RUNNING.keySet().iterator().next()).close();
        }
        return RUNNING.computeIfAbsent(structure, s -> {
            final List<String> command =
                    WorkerPool.Options.with(WorkerPool.Options.java(StructureCode.class, HEAP_MEGABYTES), s);
            return new LineProcess(
                    () -> new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT),
                    line -> line.startsWith(ANSWER),
                    LIMITS);
        });
    }

    /** Ends these processes; a later call starts them again. */
    public static void end() {
        synchronized (RUNNING) {
            RUNNING.values().forEach(LineProcess::close);
            RUNNING.clear();
        }
    }

    /** The main class of such a process. */
    public static void main(final String[] args) throws InterruptedException {
        LineProcess.serve(line -> {
            final Object[] request = decoded(line);
            try {
                final Class<?> type = Class.forName((String) request[0]);
                final Object result = Arrays.stream(type.getMethods())
                        .filter(m -> m.getName().equals(request[1]))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(type + " has no public method " + request[1]))
                        .invoke(null, (Object[]) request[2]);
                return ANSWER + encoded(new Object[] {null, result});
            } catch (final InvocationTargetException e) {
                return error(e.getCause());
            } catch (final ReflectiveOperationException | RuntimeException e) {
                return error(e);
            }
        });
    }

    private static String error(final Throwable e) {
        return ANSWER + encoded(new Object[] {e.getClass().getName(), String.valueOf(e.getMessage())});
    }

    /** Throws the error of the other process as one of this process. */
    private static Object raise(final String type, final String message) {
        if (type.equals(BadInput.class.getName())) {
            throw new BadInput(message.lines().toList());
        }
        final RuntimeException same;
        try {
            same = (RuntimeException)
                    Class.forName(type).getConstructor(String.class).newInstance(message);
        } catch (final ReflectiveOperationException | ClassCastException e) {
            throw new IllegalStateException(type + ": " + message, e);
        }
        throw same;
    }

    private static String encoded(final Object[] objects) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(objects);
        } catch (final IOException e) {
            throw new IllegalArgumentException("not serializable: " + Arrays.deepToString(objects), e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static Object[] decoded(final String text) {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            return (Object[]) in.readObject();
        } catch (final IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
