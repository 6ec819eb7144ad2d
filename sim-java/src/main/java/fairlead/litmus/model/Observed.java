// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.model;

import fairlead.litmus.syntax.LitmusTest;
import fairlead.litmus.syntax.Ref;
import fairlead.litmus.syntax.Statement;
import fairlead.litmus.syntax.Term;
import fairlead.litmus.syntax.Verb;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The words whose values can reach a condition: a condition names them, a register receives them, or they are copied to
 * such a word.
 */
final class Observed {
    private final Set<String> words = new LinkedHashSet<>();

    Observed(LitmusTest test, List<Term> terms) {
        for (Term term : terms) {
            if (term.kind() == Term.Kind.WORD) {
                words.add(term.key());
            }
        }
        List<Statement> statements = test.statements().toList();
        for (Statement s : statements) {
            if (s.verb == Verb.LOAD || s.verb == Verb.POLL) {
                words.add(s.local.key(0));
            } else if (s.verb == Verb.FADD || s.verb == Verb.CAS || s.verb == Verb.GET && s.local == null) {
                words.add(s.remote.key(0));
            }
        }
        int before = -1;
        while (before != words.size()) {
            before = words.size();
            for (Statement s : statements) {
                if (s.verb == Verb.PUT && s.local != null) {
                    copied(s.local, s.remote);
                } else if (s.verb == Verb.GET && s.local != null) {
                    copied(s.remote, s.local);
                } else if (s.verb.isCollective() && s.local != null) {
                    // if a word of the result at one member is observed, so is this word of every member's operand
                    Pairing.calls(test, s).forEach(other -> copied(other.local, s.local));
                }
            }
        }
    }

    Set<String> words() {
        return words;
    }

    private void copied(Ref from, Ref to) {
        for (int i = 0; i < to.count(); i++) {
            if (words.contains(to.key(i))) {
                words.add(from.key(i));
            }
        }
    }

    static boolean isPlainlyWritten(LitmusTest test, Ref word) {
        return test.statements().anyMatch(s -> switch (s.verb) {
            case PUT -> Ref.overlap(s.remote, word);
            case STORE, GET, ALLREDUCE, REDUCE, BCAST -> Ref.overlap(s.local, word);
            default -> false;
        });
    }
}
