// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A litmus file, checked, with `repeat` unrolled.
 *
 * @param file as the user named it
 * @param initial words that do not begin as 0, by {@link #key}
 * @param limit cycles after which a run is a hang
 */
public record LitmusTest(
        String file,
        String name,
        String doc,
        List<NodeName> nodes,
        List<Words> words,
        Map<String, Long> initial,
        long limit,
        List<Task> tasks,
        List<Claim> claims) {

    /** Name of one word, as in `x[3]@T`. */
    public static String key(final String node, final String symbol, final long index) {
        return symbol + "[" + index + "]@" + node;
    }

    public long initial(final String node, final String symbol, final long index) {
        return initial.getOrDefault(key(node, symbol, index), 0L);
    }

    /** Every term of the conditions once, sorted by name. */
    public List<Term> terms() {
        final TreeMap<String, Term> all = new TreeMap<>();
        claims.forEach(claim -> claim.condition().terms(t -> all.put(t.toString(), t)));
        return List.copyOf(all.values());
    }

    public boolean uses(final Verb verb) {
        return statements().anyMatch(s -> s.verb() == verb);
    }

    public Stream<Statement> statements() {
        return tasks.stream().flatMap(t -> t.statements().stream());
    }
}
