// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/**
 * The binary tree of the links of the collective network. The parent of the node in place p is the node in place (p -
 * 1) / 2. Link 0 of a node leads to its parent, and links 1 and 2 lead to the nodes in places 2 p + 1 and 2 p + 2.
 * Without I/O tiles the place of a node is its rank. With them the I/O tiles have the first places, in the order of
 * their ranks, and the nodes of the torus follow: so no node of the torus is above an I/O tile.
 *
 * @param nodes number of all nodes
 * @param ioTiles number of those that are I/O tiles, which have the last ranks
 */
public record TreeOrder(int nodes, int ioTiles) {
    /** The tree of a machine of any size without I/O tiles. */
    static final TreeOrder BY_RANK = new TreeOrder(Integer.MAX_VALUE, 0);

    private static final int CHILDREN = 2;

    public static TreeOrder of(Shape shape) {
        return new TreeOrder(shape.nodes(), shape.ioTiles());
    }

    private int place(int rank) {
        int torus = nodes - ioTiles;
        return rank < torus ? rank + ioTiles : rank - torus;
    }

    private int rank(int place) {
        return place < ioTiles ? place + nodes - ioTiles : place - ioTiles;
    }

    /** Returns the node at the other end of a link, or -1 if the link leads nowhere. */
    public int neighbour(int node, int link) {
        int place = place(node);
        if (link == 0) {
            return place == 0 ? -1 : parent(node);
        }
        int child = CHILDREN * place + link;
        return child < nodes ? rank(child) : -1;
    }

    /** Returns the number that the link has at its other end. */
    public int otherEnd(int node, int link) {
        return link == 0 ? (place(node) - 1) % CHILDREN + 1 : 0;
    }

    int parent(int node) {
        return rank((place(node) - 1) / CHILDREN);
    }

    int depth(int node) {
        return 31 - Integer.numberOfLeadingZeros(place(node) + 1);
    }

    /** Returns the node in which the ways of two nodes to the root meet. */
    int meet(int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            if (place(a) > place(b)) {
                a = parent(a);
            } else {
                b = parent(b);
            }
        }
        return a;
    }
}
