// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.generate.Cycle.Link;
import fairlead.lab.litmus.generate.DrawnEvents.Spot;
import fairlead.lab.litmus.generate.LitmusGenerator.Draw;
import fairlead.lab.litmus.generate.Sketch.Draft;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Draws the tasks of a cycle: what each link does, where its word is, and what orders the two events of a task. */
final class CycleSketch {
    private static final List<String> PLACES = List.of("near", "far", "other", "other", "other", "other");
    private static final int MESSAGE = 7;
    /** What orders the two events of a task; the last of them is nothing. */
    private static final List<String> ORDERS =
            List.of(("fence TARGET,fence TARGET,fence TARGET,fence TARGET,fence TARGET,flush TARGET,flush TARGET,"
                            + "flush TARGET,quiet,quiet,quiet,wait,wait,flush_local,[50?fence~flush] OTHER,barrier,"
                            + "delay [1~20~100],,,")
                    .split(",", -1));

    private final Draw draw;
    private final Cycle cycle;
    private final DrawnEvents events;
    private final List<Draft> tasks = new ArrayList<>();
    private final List<Spot> spots = new ArrayList<>(); // by link; null for a link without a word
    private final List<String> conditions = new ArrayList<>();
    private final List<String> more = new ArrayList<>();
    private final List<Integer> middles = new ArrayList<>(); // by task: line between its events
    private boolean barrier;

    private CycleSketch(Draw draw) {
        this.draw = draw;
        cycle = Cycle.draw(draw);
        events = new DrawnEvents(draw);
    }

    static Sketch draw(Draw draw) {
        return new CycleSketch(draw).sketch();
    }

    private Sketch sketch() {
        nodesOfTasks();
        wordsOfLinks();
        barrier = cycle.links().contains(Link.BAR) || draw.percent(5);
        for (int i = 0; i < cycle.size(); i++) {
            task(i);
        }
        for (int i = 0; i < cycle.size(); i++) {
            if (barrier && !tasks.get(i).has("barrier")) {
                tasks.get(i)
                        .insert(draw.percent(70) ? middles.get(i) : tasks.get(i).size(), "barrier");
            }
        }
        Set<String> used = new LinkedHashSet<>(List.of("A", "T"));
        tasks.forEach(t -> used.add(t.node));
        spots.stream().filter(Objects::nonNull).forEach(s -> used.add(s.node()));
        boolean near = draw.percent(50);
        List<String> nodes = new ArrayList<>();
        for (String node : used) {
            int at = nodes.size();
            String place = at == 0 ? "0" : PLACES.get(at < 3 && near ? at - 1 : at < 3 ? 2 - at : at - 1);
            nodes.add(node + "=" + place);
        }
        return new Sketch(
                cycle.name(), nodes, axes(draw, nodes.size()), events, tasks, String.join(" & ", conditions), more);
    }

    static String axes(Draw draw, int nodes) {
        String shape = nodes <= 4 ? "[2x2x1~4x1x1~4x2x1~2x2x2]" : "[4x2x1~2x2x2~3x2x1]";
        return draw.text("shape=" + shape + " routing=[50?adaptive~dimension_order]");
    }

    private void nodesOfTasks() {
        boolean atTarget = draw.percent(60); // a task on the node of the words reads them without a get
        boolean apart = cycle.links().stream().anyMatch(l -> l == Link.CALL || l == Link.EPO);
        List<String> names = List.of("A", "B", "C", "D");
        int target = atTarget ? draw.below(cycle.size()) : -1;
        for (int i = 0; i < cycle.size(); i++) {
            boolean shared = i > 0 && !apart && draw.percent(8);
            String node = i == target ? "T" : shared ? tasks.get(0).node : names.get(i);
            tasks.add(new Draft(
                    node, (int) tasks.stream().filter(t -> t.node.equals(node)).count()));
        }
    }

    private void wordsOfLinks() {
        boolean oneTarget = draw.percent(60);
        for (int i = 0; i < cycle.size(); i++) {
            boolean reuses = i > 0 && cycle.single().get(i);
            if (!cycle.out(i).isMemory()) {
                spots.add(null);
            } else if (reuses) {
                spots.add(spots.get(i - 1));
            } else {
                spots.add(spot(i, oneTarget));
            }
        }
        if (cycle.single().get(0)) { // the first task's write is the word of the last link
            spots.set(cycle.size() - 1, spots.get(0));
        }
        spots.stream().filter(Objects::nonNull).distinct().forEach(events::declare);
    }

    private Spot spot(int link, boolean oneTarget) {
        Draft next = tasks.get((link + 1) % cycle.size());
        String node = cycle.out((link + 1) % cycle.size()) == Link.EPO
                ? tasks.get((link + 2) % cycle.size()).node // the words of an epoch are on its target
                : oneTarget || draw.percent(50) ? "T" : draw.percent(60) ? next.node : "U";
        int words = draw.of(1, 1, 1, 1, 2, 8, 32, 64, 150);
        return new Spot("x" + link, node, words, draw.percent(50) ? words - 1 : draw.below(words));
    }

    // ---- one task

    private void task(int i) {
        Draft task = tasks.get(i);
        if (draw.percent(40)) {
            task.add("delay " + draw.of(20, 60, 150, 300));
        }
        Link in = cycle.in(i);
        Link out = cycle.out(i);
        Spot from = spots.get((i + cycle.size() - 1) % cycle.size());
        if (signals(task, i, from)) {
            middles.add(task.size());
            return;
        }
        boolean inEpoch = out == Link.EPO
                || from != null
                        && !from.node().equals(task.node)
                        && !cycle.single().get(i)
                        && draw.percent(6);
        int epoch = i + 1;
        String target = out == Link.EPO ? tasks.get((i + 1) % cycle.size()).node : from == null ? "" : from.node();
        boolean covers = inEpoch && from != null && from.node().equals(target);
        if (inEpoch) {
            task.add("epoch open " + epoch + " to " + target);
        }
        first(task, i, in, from, covers ? " in " + epoch : "");
        middles.add(task.size());
        if (inEpoch) {
            task.add("epoch close " + epoch);
        }
        if (cycle.single().get(i)) {
            return;
        }
        if (!inEpoch) {
            order(task, from, spots.get(i));
        }
        last(task, i, out, spots.get(i));
    }

    /** Makes one signal of the task's two events, in some draws in which both are writes on one node. */
    private boolean signals(Draft task, int i, Spot from) {
        Link in = cycle.in(i);
        Spot to = spots.get(i);
        boolean writes = (in == Link.FR || in == Link.WS) && (cycle.out(i) == Link.RF || cycle.out(i) == Link.WS);
        if (!writes || cycle.single().get(i) || !from.node().equals(to.node()) || !draw.percent(30)) {
            return false;
        }
        int value = in == Link.FR ? 1 : 2;
        if (in == Link.WS) {
            conditions.add(from.term() + " == 2");
        }
        task.add(draw.text(
                "signal " + to.word() + " += 1 after put [50?" + from.all() + "~" + from.word() + "] = " + value));
        return true;
    }

    private void first(Draft task, int i, Link in, Spot from, String epoch) {
        int before = (i + cycle.size() - 1) % cycle.size();
        switch (in) {
            case RF -> {
                String register = events.read(task, from, true, epoch);
                conditions.add(task.name + ":" + register + " == 1");
            }
            case FR -> events.write(task, from, 1, false, epoch);
            case WS -> {
                events.write(task, from, 2, true, epoch);
                conditions.add(from.term() + " == 2");
            }
            case MSG -> {
                String register = task.register();
                task.add(register + " = recv " + (MESSAGE + before));
                more.add(task.name + ":" + register);
            }
            case BAR -> task.add("barrier");
            case CALL -> call(task, tasks.get(before), task);
            default -> task.add("epoch await " + (before + 1) + " from " + tasks.get(before).node);
        }
    }

    private void last(Draft task, int i, Link out, Spot to) {
        switch (out) {
            case RF, WS -> events.write(task, to, 1, false, "");
            case FR -> {
                String register = events.read(task, to, false, "");
                conditions.add(task.name + ":" + register + " == 0");
            }
            case MSG -> task.add("send " + tasks.get((i + 1) % cycle.size()).node + " " + (MESSAGE + i) + " 5");
            case BAR -> {
                if (!task.has("barrier")) {
                    task.add("barrier");
                }
            }
            case CALL -> call(task, task, tasks.get((i + 1) % cycle.size()));
            default -> {
                // the epoch was closed before
            }
        }
    }

    private String called = "";

    /** Adds the call of a group of two. The first member draws it, and the second one makes the same call. */
    private void call(Draft task, Draft giver, Draft taker) {
        String group = giver.node + " " + taker.node;
        if (called.isEmpty()) {
            called = draw.text("[meet G~allreduce sum k over G~bcast k over G from " + giver.node
                            + "~reduce max k over G to " + taker.node + "]")
                    .replace("G", group);
            if (!called.startsWith("meet")) {
                events.words.add("k@" + giver.node);
                events.words.add("k@" + taker.node);
            }
        }
        boolean words = !called.startsWith("meet");
        if (words && task == giver) {
            task.add("store k = 3");
        }
        task.add(called);
        if (words && task == taker) {
            String register = task.register();
            task.add(register + " = load k");
            more.add(task.name + ":" + register);
        }
    }

    private void order(Draft task, Spot from, Spot to) {
        Spot at = from != null ? from : to;
        String target = at == null ? "T" : at.node();
        String other = target.equals("T") ? "A" : "T";
        if (draw.percent(10)) {
            Spot noise = new Spot("z" + task.name.replace(".", ""), target, 64, 0);
            events.declare(noise);
            task.add("put " + noise.all() + " = 6");
        }
        String order = draw.text(draw.of(ORDERS)).replace("OTHER", other).replace("TARGET", target);
        barrier |= order.equals("barrier");
        if (order.equals("wait")) {
            order = task.pending.isEmpty() ? "" : "wait " + task.pending;
        }
        if (!order.isEmpty() && !(order.equals("barrier") && cycle.links().contains(Link.BAR))) {
            task.add(order);
        }
    }
}
