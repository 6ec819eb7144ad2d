// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus.generate;

import fairlead.lab.litmus.generate.DrawnEvents.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Draws the programs that are no cycles: of those with a choice, with services of node software, with operands from
 * registers, and beside a guarded epoch. Each has a task on some of the nodes A, T and B. Their statements are texts
 * with choices ({@link Draw#text}), in which $x is a word of the symbol x, $x* are all of its words and $x@ is the word
 * with its node. Each method returns the outcome that its program asks for, as a condition.
 */
final class DrawnSketch {
    private static final Pattern SPOT = Pattern.compile("\\$([a-z])([*@]?)");
    private static final String ORDER = "[fence T~flush T~quiet]";
    private static final String LATE = "[60?delay [50~200~500]]";

    private final Draw draw;
    private final DrawnEvents events;
    private final Map<String, Spot> spots = new HashMap<>();
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
                    case 0 -> s.spin();
                    case 1 -> s.branch();
                    case 2 -> s.sources();
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
                    case 0 -> s.counter();
                    case 1 -> s.readers();
                    case 2 -> s.look();
                    case 3 -> s.ticket();
                    default -> s.contexts();
                });
    }

    /** Draws a program whose atomics, polls, signals or messages take their operands from registers. */
    static Sketch operand(Draw draw) {
        DrawnSketch s = new DrawnSketch(draw);
        return s.of(
                "OPERAND",
                switch (draw.below(5)) {
                    case 0 -> s.late();
                    case 1 -> s.flag();
                    case 2 -> s.swap();
                    case 3 -> s.relay();
                    default -> s.signal();
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

    private void declare(String symbol, String node, int words, int index) {
        Spot spot = new Spot(symbol, node, words, index);
        events.declare(spot);
        spots.put(symbol, spot);
    }

    /** Declares a symbol of so many words, of which one is drawn to be looked at. */
    private void spot(String symbol, String node, int words) {
        declare(symbol, node, words, draw.below(words));
    }

    private void spot(String symbol, String node) {
        spot(symbol, node, draw.of(1, 1, 8, 64));
    }

    /** Declares a symbol of one word; nothing is drawn. */
    private void word(String symbol, String node) {
        declare(symbol, node, 1, 0);
    }

    /** Declares a buffer at A of the size of a symbol, with the same word to be looked at. */
    private void buffer(String symbol, String like) {
        declare(symbol, "A", spots.get(like).words(), spots.get(like).index());
    }

    private void first(String symbol, int value) {
        events.initial().put(symbol, value);
    }

    private String text(String choices) {
        return SPOT.matcher(draw.text(choices)).replaceAll(found -> {
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

    /** Adds the task of T that waits for one word and reads x into r2. */
    private void reader(String awaited) {
        add(t, "r1 = poll " + awaited + " for 3000; r2 = load $x");
    }

    // ---- choices

    /** Two puts in order or not, and a task that looks again and again for the second. */
    private String spin() {
        spot("x", "T");
        spot("y", "T");
        add(a, "put $x* = 1; [50?" + ORDER + "]; put $y = 1");
        boolean until = draw.percent(50);
        String head = until ? "until r1 != 0 {; r1 = load $y" : "while $y == 0 {";
        add(
                t,
                "repeat [2~3~4~5] " + head + "; delay [50~100~300]; }; " + (until ? "" : "r1 = load $y; ")
                        + "r2 = load $x");
        return "T:r1 == 1 & T:r2 == 0";
    }

    /** A fence that is executed only if another node has put a word before. */
    private String branch() {
        spot("x", "T");
        spot("y", "T");
        spot("z", "A");
        add(
                a,
                LATE + "; r1 = load $z; put $x* = 1; if r1 [== 1~!= 0~> 0] {; " + ORDER
                        + "; [40?} else {; put $x = 1]; }; put $y = 1");
        add(b, "put $z = 1");
        reader("$y != 0");
        return text("A:r1 == [0~1] & T:r1 == 1 & T:r2 == 0");
    }

    private void twoNodes(String first, String second) {
        spot("x", "T");
        spot("y", "B");
        buffer("p", "x");
        buffer("q", "y");
        first(first, 1);
        first(second, 1);
    }

    /** Two puts from buffers, one of which is written again: that of the put that is told, or the other. */
    private String sources() {
        twoNodes("p", "q");
        String told = draw.text("[50?1~2]");
        add(
                a,
                "h1 = put $x* from $p*; h2 = put $y* from $q*; r1 = wait any h1 h2; if r1 == " + told
                        + " {; store $p = 7; } else {; store $q = 7; }");
        return text("A:r1 == " + told + " & $x@ == 7 & $y@ >= 0");
    }

    /** Two gets, of which each is told once, and its word is read. */
    private String gets() {
        twoNodes("x", "y");
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

    // ---- services

    /** Returns the name of a lock: of the node T, or a word elsewhere. */
    private String lock() {
        if (draw.percent(50)) {
            return "T";
        }
        spot("m", draw.text("[A~B~T]"), 1);
        return "$m";
    }

    /** Two tasks that add to the same word under one lock, which both hold alone. */
    private String counter() {
        String lock = lock();
        spot("c", "T", 1);
        for (Draft task : List.of(a, b)) {
            add(task, "lock " + lock + "; get r1 = $c; wait r1; put $c = r1 + 1; unlock " + lock);
        }
        return text("A:r1 == [0~1] & B:r1 == [0~1] & $c@ == [1~2]");
    }

    /** A writer of two words and a reader, who share the lock or do not. */
    private String readers() {
        String lock = lock();
        spot("x", "T");
        spot("y", "T");
        add(a, "lock " + lock + "[~~ shared]; put $x* = 1; put $y* = 1; unlock " + lock);
        add(b, "lock " + lock + "[~ shared~ shared]; get r1 = $y; get r2 = $x; unlock " + lock);
        return text("B:r1 == [0~1] & B:r2 == [0~1]");
    }

    /** A put from a buffer that is written again when a look has found the put complete, or in any case. */
    private String look() {
        spot("x", "T");
        buffer("p", "x");
        first("p", 1);
        add(
                a,
                "h1 = put $x* from $p*; r1 = test h1; [60?if r1 == 1 {; store $p = 7; }~store $p = 7]; r2 = test h1; "
                        + "[50?wait h1]");
        return text("A:r1 == 1 & A:r2 == [0~1] & $x@ == [1~7]");
    }

    /** The value of a put or store comes from a register that is written again behind it. */
    private String ticket() {
        spot("n", "T", 1);
        spot("x", "T");
        spot("z", "A", 1);
        first("z", 5);
        add(a, "r1 = fadd $n += 1; put $x* = r1 + 3; r1 = load $z; [50?store $z = r1 - 1]");
        add(b, "r1 = fadd $n += 1");
        return text("$x@ == [3~4~8] & B:r1 == [0~1] & $z@ == [4~5]");
    }

    /** Two puts in contexts, and an order of one context between them. */
    private String contexts() {
        spot("x", "T");
        spot("y", "T");
        String order = draw.text(ORDER);
        add(a, "put $x* = 1 ctx [0~1]; " + order + " ctx [0~1]; put $y = 1 ctx [0~1]");
        reader("$y != 0");
        return "T:r1 == 1 & T:r2 == 0";
    }

    // ---- operands from registers

    /** Declares a word that holds 5 from the beginning, and adds a statement of A that reads it into r1. */
    private void fiveIntoRegister(String node) {
        word("z", node);
        first("z", 5);
        add(a, node.equals("A") ? "r1 = load $z" : "get r1 = $z; [wait r1~flush " + node + "~quiet]");
    }

    private static String atomic(String value) {
        return "[or $x |= V~xor $x ^= V~set $x = V~r2 = fadd $x += V~r2 = cas $x ? r3 : V~add $x += V]" // r3 is 0
                .replace("V", value);
    }

    /** An atomic of a register that is read again behind it. */
    private String late() {
        fiveIntoRegister(draw.text("[A~T~B]"));
        word("x", "T");
        word("w", "A");
        first("w", 10);
        int more = draw.below(3) - 1;
        add(a, atomic("r1" + (more == 0 ? "" : more > 0 ? " + 1" : " - 1")) + "; [30?fence T]; r1 = load $w");
        return text("$x@ == [" + (5 + more) + "~" + (10 + more) + "] & A:r1 == 10");
    }

    /** Data, an order or none, and a flag; both have values of a register, and the reader polls for one. */
    private String flag() {
        fiveIntoRegister(draw.text("[A~B]"));
        word("x", "T");
        word("y", "T");
        add(a, "[50?" + atomic("r1 + 1") + "~put $x = r1 + 1]; [delay 20~fence T~flush T~fence B]; set $y = r1 + 2");
        word("k", "T");
        first("k", 5);
        add(t, "r3 = load $k");
        reader("$y == r3 + 2");
        return text("T:r1 == 7 & T:r2 == [0~6]");
    }

    /** Two tasks that increment a word by compare-and-swap of what they have read, or by a put of it. */
    private String swap() {
        word("c", "T");
        first("c", 5);
        String change = draw.text("[60?cas $c ? r1 :~swap $c =]");
        for (Draft task : List.of(a, b)) {
            add(task, "get r1 = $c; [wait r1~flush T~quiet]; r2 = " + change + " r1 + 1");
        }
        return text("A:r2 == 5 & B:r2 == [5~6] & $c@ == [6~7]");
    }

    /** A message that goes on with another value, beside data for the last node. */
    private String relay() {
        fiveIntoRegister("A");
        word("x", "T");
        word("w", "A");
        add(a, "put $x = r1; [delay 20~flush T~quiet~fence T]; send B 1 r1; r1 = load $w");
        add(b, "r1 = recv 1; send T 2 r1 + 1");
        add(t, "r1 = recv 2; r2 = load $x");
        return text("T:r1 == [6~6~1] & T:r2 == [0~5]");
    }

    /** A signal of a value that was read elsewhere. */
    private String signal() {
        fiveIntoRegister(draw.text("[A~B]"));
        word("x", "T");
        word("s", "T");
        boolean follows = draw.percent(60);
        String sign = draw.text("[=~+=]");
        word("w", "A");
        add(
                a,
                (follows ? "signal $s " + sign + " r1 - 1 after put $x = r1" : "put $x = r1; add $s += r1 - 1")
                        + "; r1 = load $w");
        reader("$s != 0");
        return text("T:r1 == 4 & T:r2 == [0~5]");
    }

    // ---- a guarded epoch

    /**
     * Draws an epoch beside a put of another node. After the epoch's first get has come back, it is open. A put of
     * whoever is told so is refused, so that the epoch's later gets do not find it. A put that the target has admitted
     * before may still be written.
     */
    static Sketch guard(Draw draw) {
        return new DrawnSketch(draw).guard();
    }

    private Sketch guard() {
        spot("x", "T");
        boolean tells = draw.percent(60);
        if (tells) {
            word("f", "B");
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
