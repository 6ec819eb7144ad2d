// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.machine.MachineConfig;
import fairlead.machine.Unsafe;
import fairlead.node.Observer;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Keeps every event of a run, also of one that consists of the commands of a test alone. */
public final class EventLog implements Observer {
    /** One event. */
    public record Event(long cycle, int node, int unit, int kind, long a, long b, long c) {}

    private final List<Event> events = new ArrayList<>();

    @Override
    public void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            events.add(new Event(
                    batch.cycle(), batch.node(), batch.unit(), batch.kind(), batch.a(), batch.b(), batch.c()));
        }
        batch.rewind();
    }

    public List<Event> all() {
        return events;
    }

    /** Returns the events of one node, in order. */
    public List<Event> of(int node) {
        return events.stream().filter(e -> e.node == node).toList();
    }

    /** Returns the events of one kind on one node, in order. */
    public List<Event> of(int node, int kind) {
        return events.stream().filter(e -> e.node == node && e.kind == kind).toList();
    }

    /** Returns the events of these kinds on all nodes, in order. */
    public List<Event> ofKinds(int... kinds) {
        return events.stream()
                .filter(e -> IntStream.of(kinds).anyMatch(kind -> kind == e.kind))
                .toList();
    }

    public Event first(int node, int kind) {
        return of(node, kind).get(0);
    }

    public Event last(int node, int kind) {
        List<Event> all = of(node, kind);
        return all.get(all.size() - 1);
    }

    /** Plays commands until the engine rests or fails, to the cycle `end` at most, and returns why it has stopped. */
    public StopReason play(Engine engine, CommandBuffer commands, long end) {
        engine.submit(commands);
        commands.clear();
        StopReason stop;
        do {
            stop = engine.run(end);
            events(engine.events());
        } while (stop != StopReason.IDLE && stop != StopReason.FAILED && engine.cycle() < end);
        return stop;
    }

    /**
     * Plays commands without a failure on `model`, or on this library of the RTL.
     *
     * @param flaw of all nodes of the library, or 0
     */
    public StopReason play(String engine, MachineConfig machine, int flaw, CommandBuffer commands, long end) {
        EngineFactory factory =
                engine.equals("model") ? new ModelEngineFactory() : new RtlEngineFactory(RtlOptions.of(engine));
        MachineConfig config = machine.change()
                .unsafe(flaw == 0 ? Unsafe.NONE : Unsafe.everywhere(flaw))
                .build();
        try (Engine played = factory.open(config, new EngineOptions(false, true, 1, engine.equals("lab")))) {
            StopReason stop = play(played, commands, end);
            assertEquals("", played.failure());
            return stop;
        }
    }

    /** Returns the events of a twin, which must be idle before the cycle `end`. */
    public static List<Event> ofTwin(MachineConfig machine, CommandBuffer commands, long end) {
        EventLog log = new EventLog();
        assertEquals(StopReason.IDLE, log.play("model", machine, 0, commands, end));
        return log.all();
    }
}
