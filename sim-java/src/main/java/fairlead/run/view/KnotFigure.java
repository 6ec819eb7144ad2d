// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Map;

/** Who holds and who wants in the knot that the verdict deadlock_freedom names. */
final class KnotFigure {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<?> members;

    KnotFigure(final List<Verdict> verdicts) {
        members = verdicts.stream()
                .map(v -> v.extra().get("knot"))
                .filter(List.class::isInstance)
                .map(k -> (List<?>) k)
                .findFirst()
                .orElse(List.of());
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    void json(final ObjectNode root) {
        root.set("knot", JSON.valueToTree(members));
    }

    Table table() {
        final Table table = new Table("knot.csv", "member", "node", "packet", "holds", "wants", "reason");
        for (int i = 0; i < members.size(); i++) {
            final Map<?, ?> member = (Map<?, ?>) members.get(i);
            table.row(
                    i,
                    member.get("node"),
                    member.get("packet"),
                    member.get("holds"),
                    member.get("wants"),
                    member.get("reason"));
        }
        return table;
    }
}
