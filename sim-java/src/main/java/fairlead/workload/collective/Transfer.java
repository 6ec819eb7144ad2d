// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

import java.util.List;

/**
 * What one member sends to another in one round: pieces of memory, then one signal.
 *
 * @param pieces none for a signal alone
 * @param combined true if the receiver combines the pieces with what lies at their places, false if they replace it
 */
public record Transfer(int round, int from, int to, List<Piece> pieces, boolean combined) {
    /** Contiguous bytes, from a place of the sender to a place of the receiver. */
    public record Piece(MemberPlace source, MemberPlace target, int bytes) {}

    public Transfer {
        pieces = List.copyOf(pieces);
    }

    public int bytes() {
        return pieces.stream().mapToInt(Piece::bytes).sum();
    }
}
