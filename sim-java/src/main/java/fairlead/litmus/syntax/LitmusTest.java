// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A litmus test that has been checked, with every loop unrolled.
 *
 * @param file name of the file as the user gave it
 * @param name name of the test
 * @param doc description of the test
 * @param nodes declared nodes
 * @param words declared words
 * @param initial initial values other than 0, by {@link #key}
 * @param limit number of cycles after which a run counts as a hang
 * @param axes values of each axis that the file asks for when the command line names none; empty for the base point
 * @param tasks programs of the tasks
 * @param claims conditions of the test
 */
public record LitmusTest(
        String file,
        String name,
        String doc,
        List<NodeName> nodes,
        List<Words> words,
        Map<String, Long> initial,
        long limit,
        Map<String, List<String>> axes,
        List<Task> tasks,
        List<Claim> claims) {

    /** Returns the name of one word, such as `x[3]@T`. */
    public static String key(String node, String symbol, long index) {
        return symbol + "[" + index + "]@" + node;
    }

    public long initial(String node, String symbol, long index) {
        return initial.getOrDefault(key(node, symbol, index), 0L);
    }

    /** Returns every term of the conditions once, sorted by name. */
    public List<Term> terms() {
        TreeMap<String, Term> all = new TreeMap<>();
        claims.forEach(claim -> claim.condition().terms().forEach(t -> all.put(t.toString(), t)));
        return List.copyOf(all.values());
    }

    /** Returns whether a condition has a hexadecimal number: outcomes then have their numbers from 10 on so, too. */
    public boolean isHexadecimal() {
        return claims.stream().anyMatch(claim -> claim.text().contains("0x"));
    }

    /** Returns this test with other statements in its tasks. */
    public LitmusTest rewritten(UnaryOperator<List<Statement>> form) {
        List<Task> other = tasks.stream()
                .map(t -> new Task(t.node(), t.number(), form.apply(t.statements()), t.line()))
                .toList();
        return new LitmusTest(file, name, doc, nodes, words, initial, limit, axes, other, claims);
    }

    public boolean uses(Verb verb) {
        return statements().anyMatch(s -> s.verb == verb);
    }

    public Stream<Statement> statements() {
        return tasks.stream().flatMap(t -> t.statements().stream());
    }
}
