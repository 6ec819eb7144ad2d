// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import fairlead.machine.Shape;

/** Chooses the torus for a number of ranks. */
final class TorusSize {
    private TorusSize() {}

    /** Returns the torus with at least so many nodes whose sides have the least sum, and of those the smallest one. */
    static Shape of(final int ranks) {
        Shape best = new Shape(Shape.MAX_K, Shape.MAX_K, Shape.MAX_K);
        for (int x = 1; x <= Shape.MAX_K; x++) {
            for (int y = 1; y <= x; y++) {
                for (int z = 1; z <= y; z++) {
                    final Shape shape = new Shape(x, y, z);
                    if (shape.nodes() >= ranks && isSmaller(shape, best)) {
                        best = shape;
                    }
                }
            }
        }
        return best;
    }

    private static boolean isSmaller(final Shape shape, final Shape best) {
        final int sum = shape.kx() + shape.ky() + shape.kz();
        final int least = best.kx() + best.ky() + best.kz();
        return sum < least || sum == least && shape.nodes() < best.nodes();
    }
}
