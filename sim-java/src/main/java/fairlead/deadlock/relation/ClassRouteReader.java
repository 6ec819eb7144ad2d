// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import fairlead.deadlock.ClassRouteTable;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads class routes of the collective network from CSV with the columns route, node, parent: one row for each node of
 * a class route, without a parent at the root. All nodes with a row are members.
 */
public final class ClassRouteReader {
    private static final List<String> COLUMNS = List.of("route", "node", "parent");

    private final String source;
    private final int nodes;
    private final TreeOrder order;
    private final long[] words;
    private final List<String> mistakes = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    private boolean head; // whether the head has been read

    private record Link(int route, int node, int parent, String where) {}

    private ClassRouteReader(String source, int nodes) {
        order = new TreeOrder(nodes, 0);
        this.source = source;
        this.nodes = nodes;
        words = new long[nodes];
    }

    /**
     * Returns the class routes of a file for so many nodes. Throws {@link BadInput} if the nodes of a class route form
     * no tree.
     */
    public static ClassRouteTable read(Path file, int nodes) {
        ClassRouteReader reader = new ClassRouteReader(file.toString(), nodes);
        reader.parse(InputText.of(file));
        reader.links.forEach(reader::parentHasARow);
        if (reader.mistakes.isEmpty() && Arrays.stream(reader.words).allMatch(w -> w == 0)) {
            throw new BadInput(file + ": has no row, so there is no class route to check");
        }
        if (!reader.mistakes.isEmpty()) {
            throw new BadInput(reader.mistakes);
        }
        ClassRouteTable table = new ClassRouteTable(reader.words, reader.order);
        if (!table.flaw().isEmpty()) {
            throw new BadInput(file + ": " + table.flaw());
        }
        return table;
    }

    private void parse(String text) {
        RelationReader.rows(text, source, (row, place) -> {
            String where = place + ": ";
            if (!head && !row.equals(COLUMNS)) {
                throw new BadInput(where + "the head must be " + String.join(",", COLUMNS));
            }
            if (head && row.size() == COLUMNS.size()) {
                row(row, where);
            } else if (head) {
                mistakes.add(where + "has " + row.size() + " cells, not " + COLUMNS.size());
            }
            head = true;
        });
    }

    private void row(List<String> row, String where) {
        int route = number(row.get(0), "route", HwLayout.CLASS_ROUTES - 1, where);
        int node = number(row.get(1), "node", nodes - 1, where);
        int parent = row.get(2).isEmpty() ? -1 : number(row.get(2), "parent", nodes - 1, where);
        if (route < 0 || node < 0 || parent < 0 && !row.get(2).isEmpty()) {
            return;
        }
        int lsb = HwLayout.CLASS_ROUTE_STRIDE * route;
        if ((words[node] >>> lsb + ClassRoute.MEMBER_LSB & 1) != 0) {
            mistakes.add(where + "node " + node + " of class route " + route + " is there twice");
            return;
        }
        words[node] |= 1L << lsb + ClassRoute.MEMBER_LSB;
        if (parent < 0) {
            return;
        }
        links.add(new Link(route, node, parent, where));
        for (int link = 0; link < HwLayout.TREE_LINKS; link++) {
            if (order.neighbour(node, link) == parent) {
                words[node] |= 1L << lsb + ClassRoute.PARENT_LSB + link;
                words[parent] |= 1L << lsb + ClassRoute.CHILDREN_LSB + order.otherEnd(node, link);
                return;
            }
        }
        mistakes.add(where + "no link of the network leads from node " + node + " to node " + parent);
    }

    private void parentHasARow(Link link) {
        if ((words[link.parent] >>> HwLayout.CLASS_ROUTE_STRIDE * link.route + ClassRoute.MEMBER_LSB & 1) == 0) {
            mistakes.add(link.where + "node " + link.node + " is an orphan: its parent " + link.parent
                    + " has no row in class route " + link.route);
        }
    }

    private int number(String text, String column, int high, String where) {
        if (text.matches("\\d{1,6}") && Integer.parseInt(text) <= high) {
            return Integer.parseInt(text);
        }
        mistakes.add(where + column + " = " + text + ": must be an integer from 0 to " + high);
        return -1;
    }
}
