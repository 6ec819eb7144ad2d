// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.generate.DrawnEvents.Spot;
import fairlead.lab.litmus.generate.LitmusGenerator.Draw;
import fairlead.lab.litmus.generate.Sketch.Draft;
import fairlead.lab.script.ScriptFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Draws the programs that are no cycles: of those with a choice, with services of node software, with operands from
 * registers, and next to a guarded epoch. Each has a task on some of the nodes A, T and B. Their statements are texts
 * with choices ({@link Draw#text}), in which $x is a word of the symbol x, $x* are all of its words and $x@ is the word
 * with its node. Each method returns the outcome that its program asks for, as a condition.
 */
final class DrawnSketch {
    private static final Pattern SPOT = Pattern.compile("\\$([a-z])([*@]?)");
    private static final String LATE = "[60?delay [50~200~500]]";
    private static final Map<?, ?> PROGRAMS = ScriptFile.parse(DrawnSketch.class, "sketches.yaml");

    private final Draw draw;
    private final DrawnEvents events;
    private final Map<String, Spot> spots = new HashMap<>();
    private final Map<String, String> variables = new LinkedHashMap<>(); // the later ones are in the earlier ones
    private final Draft a = new Draft("A");
    private final Draft b = new Draft("B");
    private final Draft t = new Draft("T");
    private final List<Draft> tasks = new ArrayList<>(List.of(a));

    private DrawnSketch(Draw draw) {
        this.draw = draw;
        events = new DrawnEvents(draw);
    }

    /** Draws a program of sketches.yaml: CHOICE, SERVICE or OPERAND. */
    static Sketch draw(String kind, Draw draw) {
        DrawnSketch s = new DrawnSketch(draw);
        List<?> programs = (List<?>) PROGRAMS.get(kind);
        String program = (String) programs.get(draw.below(programs.size()));
        return s.of(kind, program.equals("gets") ? s.gets() : program.equals("late") ? s.late() : s.play(program));
    }

    private Sketch of(String kind, String cycle, String... more) {
        return new Sketch(
                kind,
                List.of("A=0", "T=" + draw.text("[near~far]"), "B=other"),
                CycleSketch.axes(draw, 3),
                events,
                tasks,
                cycle,
                List.of(more));
    }

    // ---- words and statements

    /**
     * Declares and draws what a program consists of, with ` / ` between its parts, and returns the last part, its
     * condition. The first character of a part is its name. `x@N` is a symbol of a drawn number of words on the node N,
     * of which one is drawn to be looked at, `x#N` one of one word that is drawn as if there were others, `x.N` one of
     * one word, `p~x` a buffer at A like x, `p=1` a first value, `v:text` a text that the others name as %v, and
     * `A text` are the statements of a task. `lock` makes %l the lock of the node T or a word elsewhere, and `five N`
     * lets A read a word of the node N that holds 5 from the beginning into r1.
     */
    private String play(String program) {
        String[] parts = program.split(" / ", -1);
        for (int i = 0; i + 1 < parts.length; i++) {
            if (parts[i].equals("lock")) {
                lock();
                continue;
            }
            if (parts[i].startsWith("five ")) {
                five(parts[i].substring("five ".length()));
                continue;
            }
            String name = parts[i].substring(0, 1);
            String rest = parts[i].substring(2);
            switch (parts[i].charAt(1)) {
                case '@' -> spot(name, rest, draw.of(1, 1, 8, 64));
                case '#' -> spot(name, rest, 1);
                case '.' -> declare(name, rest, 1, 0);
                case '~' -> declare(
                        name, "A", spots.get(rest).words(), spots.get(rest).index());
                case '=' -> events.initial.put(name, Integer.parseInt(rest));
                case ':' -> variables.put(name, draw.text(rest));
                default -> add(name.equals("A") ? a : name.equals("B") ? b : t, rest);
            }
        }
        return text(parts[parts.length - 1]);
    }

    private void declare(String symbol, String node, int words, int index) {
        Spot spot = new Spot(symbol, node, words, index);
        events.declare(spot);
        spots.put(symbol, spot);
    }

    private void spot(String symbol, String node, int words) {
        declare(symbol, node, words, draw.below(words));
    }

    private String text(String choices) {
        String all = choices;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            all = all.replace("%" + variable.getKey(), variable.getValue());
        }
        return SPOT.matcher(draw.text(all)).replaceAll(found -> {
            Spot spot = spots.get(found.group(1));
            return found.group(2).equals("*") ? spot.all() : found.group(2).equals("@") ? spot.term() : spot.word();
        });
    }

    private void add(Draft task, String statements) {
        for (String statement : text(statements).split("; *")) {
            if (!statement.isEmpty()) {
                task.add(statement);
            }
        }
        if (!tasks.contains(task)) {
            tasks.add(task);
        }
    }

    /** Two gets; each is returned once, and its word is read. */
    private String gets() {
        play("x@T / y@B / p~x / q~y / x=1 / y=1 / ");
        boolean loop = draw.percent(40);
        boolean first = draw.below(2) == 0;
        String told = "A:r1 == " + (first ? 1 : 2) + " & A:r2 == ";
        boolean both = !loop && draw.percent(50);
        add(
                a,
                "h1 = get $p* = $x*; h2 = get $q* = $y*; "
                        + (loop ? "repeat 2 until r1 == " + (first ? 1 : 2) + " {; " : "")
                        + "r1 = wait any h1 h2; " + (loop ? "}; " : both ? "r3 = wait any h[1..2]; " : "")
                        + "r2 = load "
                        + (first ? "$p" : "$q"));
        return both ? text(told + "[0~1] & A:r3 == " + (first ? 1 : 2)) : told + "0";
    }

    private void lock() {
        boolean isNode = draw.percent(50);
        variables.put("l", isNode ? "T" : "$m");
        play(isNode ? "" : "m#" + draw.text("[A~B~T]") + " / ");
    }

    private void five(String nodes) {
        String node = draw.text(nodes);
        play("z." + node + " / z=5 / A "
                + (node.equals("A") ? "r1 = load $z" : "get r1 = $z; [wait r1~flush " + node + "~quiet]") + " / ");
    }

    /** An atomic of a register that is read again after it. */
    private String late() {
        play("five [A~T~B] / x.T / w.A / w=10 / ");
        int more = draw.below(3) - 1;
        String value = "r1" + (more == 0 ? "" : more > 0 ? " + 1" : " - 1");
        String atomic = "[or $x |= V~xor $x ^= V~set $x = V~r2 = fadd $x += V~r2 = cas $x ? r3 : V~add $x += V]";
        add(a, atomic.replace("V", value) + "; [30?fence T]; r1 = load $w"); // r3 is 0
        return text("$x@ == [" + (5 + more) + "~" + (10 + more) + "] & A:r1 == 10");
    }

    // ---- a guarded epoch

    /**
     * Draws an epoch together with a put of another node. After the epoch's first get has come back, it is open. A put
     * of whoever is told so is refused, so that the epoch's later gets do not find it. A put that the target has
     * admitted before may still be written.
     */
    static Sketch guard(Draw draw) {
        return new DrawnSketch(draw).guard();
    }

    private Sketch guard() {
        play("x@T / ");
        boolean tells = draw.percent(60);
        if (tells) {
            declare("f", "B", 1, 0);
        }
        add(
                a,
                "epoch open 1 to T; get r1 = $x in 1; wait r1; " + (tells ? "put f = 1; " : "")
                        + "[40?put [50?$x*~$x] = 1 in 1; [flush T~fence T~quiet]]; " + LATE
                        + "; get r2 = $x in 1; wait r2; epoch close 1");
        add(
                b,
                (tells ? "r3 = poll f == 1 for 4000" : "[70?delay [50~100~150~300~500]]")
                        + "; r1 = try put $x = 2; [50?r2 = try put $x = 2]");
        if (draw.percent(30)) {
            add(t, "epoch await 1 from A; r1 = load $x");
        }
        return of("GUARD", "A:r1 == 0 & A:r2 == 2" + (tells ? " & B:r3 == 1" : ""), "B:r1", text("$x@"));
    }
}
