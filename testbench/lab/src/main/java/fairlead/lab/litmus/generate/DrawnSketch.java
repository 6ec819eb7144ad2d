// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.generate.DrawnEvents.Spot;
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
    private static final String ORDER = "[fence T~flush T~quiet]";
    private static final String LATE = "[60?delay [50~200~500]]";
    /** The task of T that waits for one word and reads x into r2. */
    private static final String READER = " / T r1 = poll $y != 0 for 3000; r2 = load $x / ";
    /** Two words and two buffers of their sizes. */
    private static final String TWO_NODES = "x@T / y@B / p~x / q~y / ";

    /** Two puts in order or not, and a task that looks again and again for the second. */
    private static final String SPIN = "x@T / y@T / A put $x* = 1; [50?" + ORDER + "]; put $y = 1"
            + " / T [50?repeat [2~3~4~5] until r1 != 0 {; r1 = load $y; delay [50~100~300]; };"
            + "~repeat [2~3~4~5] while $y == 0 {; delay [50~100~300]; }; r1 = load $y;] r2 = load $x"
            + " / T:r1 == 1 & T:r2 == 0";
    /** A fence that is executed only if another node has put a word before. */
    private static final String BRANCH = "x@T / y@T / z@A / A " + LATE
            + "; r1 = load $z; put $x* = 1; if r1 [== 1~!= 0~> 0] {; " + ORDER
            + "; [40?} else {; put $x = 1]; }; put $y = 1 / B put $z = 1" + READER
            + "A:r1 == [0~1] & T:r1 == 1 & T:r2 == 0";
    /** Two puts from buffers, one of which is written again: that of the put that is returned, or the other. */
    private static final String SOURCES = TWO_NODES + "p=1 / q=1 / t:[50?1~2]"
            + " / A h1 = put $x* from $p*; h2 = put $y* from $q*; r1 = wait any h1 h2; if r1 == %t {; store $p = 7;"
            + " } else {; store $q = 7; } / A:r1 == %t & $x@ == 7 & $y@ >= 0";
    /** Two tasks that add to the same word under one lock, which both hold alone. */
    private static final String COUNTER = "c#T / A ADDS / B ADDS / A:r1 == [0~1] & B:r1 == [0~1] & $c@ == [1~2]"
            .replace("ADDS", "lock %l; get r1 = $c; wait r1; put $c = r1 + 1; unlock %l");
    /** A writer of two words and a reader, who share the lock or do not. */
    private static final String READERS = "x@T / y@T / A lock %l[~~ shared]; put $x* = 1; put $y* = 1; unlock %l"
            + " / B lock %l[~ shared~ shared]; get r1 = $y; get r2 = $x; unlock %l / B:r1 == [0~1] & B:r2 == [0~1]";
    /** A put from a buffer that is written again when a look has found the put complete, or in any case. */
    private static final String LOOK = "x@T / p~x / p=1 / A h1 = put $x* from $p*; r1 = test h1; [60?if r1 == 1 {;"
            + " store $p = 7; }~store $p = 7]; r2 = test h1; [50?wait h1]"
            + " / A:r1 == 1 & A:r2 == [0~1] & $x@ == [1~7]";
    /** The value of a put or store comes from a register that is written again after it. */
    private static final String TICKET = "n#T / x@T / z#A / z=5 / A r1 = fadd $n += 1; put $x* = r1 + 3;"
            + " r1 = load $z; [50?store $z = r1 - 1] / B r1 = fadd $n += 1"
            + " / $x@ == [3~4~8] & B:r1 == [0~1] & $z@ == [4~5]";
    /** Two puts in contexts, and an order of one context between them. */
    private static final String CONTEXTS = "x@T / y@T / o:" + ORDER
            + " / A put $x* = 1 ctx [0~1]; %o ctx [0~1]; put $y = 1 ctx [0~1]" + READER + "T:r1 == 1 & T:r2 == 0";
    /** Data, an order or none, and a flag; both have values of a register, and the reader polls for one. */
    private static final String FLAG = "x.T / y.T / A [50?" + atomic("r1 + 1")
            + "~put $x = r1 + 1]; [delay 20~fence T~flush T~fence B]; set $y = r1 + 2 / k.T / k=5 / T r3 = load $k"
            + READER.replace("!= 0", "== r3 + 2") + "T:r1 == 7 & T:r2 == [0~6]";
    /** Two tasks that increment a word by compare-and-swap of what they have read, or by a put of it. */
    private static final String SWAP = "c.T / c=5 / s:[60?cas $c ? r1 :~swap $c =] / A ADDS / B ADDS"
                    .replace("ADDS", "get r1 = $c; [wait r1~flush T~quiet]; r2 = %s r1 + 1")
            + " / A:r2 == 5 & B:r2 == [5~6] & $c@ == [6~7]";
    /** A message that goes on with another value, together with data for the last node. */
    private static final String RELAY = "x.T / w.A / A put $x = r1; [delay 20~flush T~quiet~fence T]; send B 1 r1;"
            + " r1 = load $w / B r1 = recv 1; send T 2 r1 + 1 / T r1 = recv 2; r2 = load $x"
            + " / T:r1 == [6~6~1] & T:r2 == [0~5]";
    /** A signal of a value that was read elsewhere. */
    private static final String SIGNAL = "x.T / s.T / f:[60?signal $s %o r1 - 1 after put $x = r1"
            + "~put $x = r1; add $s += r1 - 1] / o:[=~+=] / w.A / A %f; r1 = load $w"
            + READER.replace("$y", "$s") + "T:r1 == 4 & T:r2 == [0~5]";

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

    /** Draws a program in which a run decides what a task does: a loop until a condition, a branch, or a `wait any`. */
    static Sketch choice(Draw draw) {
        DrawnSketch s = new DrawnSketch(draw);
        return s.of(
                "CHOICE",
                switch (draw.below(4)) {
                    case 0 -> s.play(SPIN);
                    case 1 -> s.play(BRANCH);
                    case 2 -> s.play(SOURCES);
                    default -> s.gets();
                });
    }

    /**
     * Draws a program with what node software adds to the operations of the machine: locks, contexts, looks at a
     * handle, and values that come from registers.
     */
    static Sketch service(Draw draw) {
        DrawnSketch s = new DrawnSketch(draw);
        return s.of(
                "SERVICE",
                switch (draw.below(5)) {
                    case 0 -> s.locked(COUNTER);
                    case 1 -> s.locked(READERS);
                    case 2 -> s.play(LOOK);
                    case 3 -> s.play(TICKET);
                    default -> s.play(CONTEXTS);
                });
    }

    /** Draws a program whose atomics, polls, signals or messages take their operands from registers. */
    static Sketch operand(Draw draw) {
        DrawnSketch s = new DrawnSketch(draw);
        return s.of(
                "OPERAND",
                switch (draw.below(5)) {
                    case 0 -> s.late();
                    case 1 -> s.five("[A~B]", FLAG);
                    case 2 -> s.play(SWAP);
                    case 3 -> s.five("A", RELAY);
                    default -> s.five("[A~B]", SIGNAL);
                });
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
     * `A text` are the statements of a task.
     */
    private String play(String program) {
        String[] parts = program.split(" / ", -1);
        for (int i = 0; i + 1 < parts.length; i++) {
            String name = parts[i].substring(0, 1);
            String rest = parts[i].substring(2);
            switch (parts[i].charAt(1)) {
                case '@' -> spot(name, rest, draw.of(1, 1, 8, 64));
                case '#' -> spot(name, rest, 1);
                case '.' -> declare(name, rest, 1, 0);
                case '~' -> declare(
                        name, "A", spots.get(rest).words(), spots.get(rest).index());
                case '=' -> events.initial().put(name, Integer.parseInt(rest));
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
        play(TWO_NODES + "x=1 / y=1 / ");
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

    /** A program with a lock: of the node T, or a word elsewhere. */
    private String locked(String program) {
        boolean isNode = draw.percent(50);
        variables.put("l", isNode ? "T" : "$m");
        return play(isNode ? program : "m#" + draw.text("[A~B~T]") + " / " + program);
    }

    /** A program before which A reads a word that holds 5 from the beginning into r1. */
    private String five(String nodes, String program) {
        String node = draw.text(nodes);
        return play("z." + node + " / z=5 / A "
                + (node.equals("A") ? "r1 = load $z" : "get r1 = $z; [wait r1~flush " + node + "~quiet]") + " / "
                + program);
    }

    private static String atomic(String value) {
        return "[or $x |= V~xor $x ^= V~set $x = V~r2 = fadd $x += V~r2 = cas $x ? r3 : V~add $x += V]" // r3 is 0
                .replace("V", value);
    }

    /** An atomic of a register that is read again after it. */
    private String late() {
        five("[A~T~B]", "x.T / w.A / w=10 / ");
        int more = draw.below(3) - 1;
        add(a, atomic("r1" + (more == 0 ? "" : more > 0 ? " + 1" : " - 1")) + "; [30?fence T]; r1 = load $w");
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
