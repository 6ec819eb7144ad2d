// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts in the unified form that `patch` and `git apply` read. */
final class UnifiedDiff {
    private static final int CONTEXT = 3;
    // limit of pairs of changed lines; beyond it all old lines are printed before all new lines
    private static final long MOST_PAIRS = 4_000_000;

    private UnifiedDiff() {}

    /** Returns the difference as one hunk with its context, or an empty text if the texts are equal. */
    static String of(String oldName, String newName, String oldText, String newText) {
        if (oldText.equals(newText)) {
            return "";
        }
        List<String> a = oldText.lines().toList();
        List<String> b = newText.lines().toList();
        int head = 0;
        while (head < Math.min(a.size(), b.size()) && a.get(head).equals(b.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(a.size(), b.size()) - head
                && a.get(a.size() - 1 - tail).equals(b.get(b.size() - 1 - tail))) {
            tail++;
        }
        int from = Math.max(0, head - CONTEXT);
        int after = Math.min(CONTEXT, tail);
        List<String> body = new ArrayList<>();
        a.subList(from, head).forEach(line -> body.add(" " + line));
        changes(a.subList(head, a.size() - tail), b.subList(head, b.size() - tail), body);
        a.subList(a.size() - tail, a.size() - tail + after).forEach(line -> body.add(" " + line));
        String old = range(from, a.size() - tail + after - from);
        String fresh = range(from, b.size() - tail + after - from);
        return "--- " + oldName + "\n+++ " + newName + "\n@@ -" + old + " +" + fresh + " @@\n" + String.join("\n", body)
                + "\n";
    }

    private static String range(int from, int count) {
        return (count == 0 ? from : from + 1) + "," + count;
    }

    /** Adds the lines of both sides along a longest common subsequence. */
    private static void changes(List<String> a, List<String> b, List<String> body) {
        if ((long) a.size() * b.size() > MOST_PAIRS) {
            a.forEach(line -> body.add("-" + line));
            b.forEach(line -> body.add("+" + line));
            return;
        }
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                body.add(" " + a.get(i++));
                j++;
            } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
                body.add("-" + a.get(i++));
            } else {
                body.add("+" + b.get(j++));
            }
        }
    }
}
