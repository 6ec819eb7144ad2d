// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.StructureFile.OtherStructure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Base64;
import java.util.function.Predicate;

/**
 * The main class of a process that works for another process of this program ({@link Workers}). A request is a
 * {@link Work} and an answer its result or its error: Java objects, in one line of text.
 */
public final class Worker {
    /** Work for another process. It is a record of serializable values, because only these go there. */
    public interface Work<R> extends Serializable {
        R run();
    }

    /** A question about a scenario, answered by a process of the scenario's structure: a record like {@link Work}. */
    public interface Question<R> extends Serializable {
        R of(Scenario scenario);
    }

    record Asked<R>(Job job, Question<R> question) implements Work<R> {
        @Override
        public R run() {
            return question.of(job.read());
        }
    }

    /** The end of some work: its error, or null and the result. */
    record Answer(Object result, Throwable error) implements Serializable {
        /** Tells whether there is a sound result or bad input; after anything else, the process is not used again. */
        boolean isSound(Predicate<Object> result) {
            return error == null ? result.test(this.result) : error instanceof BadInput;
        }
    }

    private Worker() {}

    public static void main(String[] args) throws InterruptedException {
        Workers.serve(Worker::answer);
    }

    static String answer(String request) {
        try {
            return encoded(new Answer(((Work<?>) decoded(request)).run(), null));
        } catch (OtherStructure e) { // a structure stays in its process
            return encoded(new Answer(null, new IllegalStateException(e.toString())));
        } catch (RuntimeException | Error e) {
            try {
                return encoded(new Answer(null, e));
            } catch (IllegalArgumentException hasOtherObjects) {
                return encoded(new Answer(null, new IllegalStateException(e.toString())));
            }
        }
    }

    static Answer read(String text) {
        Answer answer = (Answer) decoded(text);
        return answer.error instanceof BadInput // its lines are in its message only
                ? new Answer(
                        null, new BadInput(answer.error.getMessage().lines().toList()))
                : answer;
    }

    static String encoded(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new IllegalArgumentException("not serializable: " + object, e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static Object decoded(String text) {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
