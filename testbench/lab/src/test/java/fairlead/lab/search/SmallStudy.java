// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import fairlead.evaluate.Store;
import fairlead.search.Area;
import fairlead.search.Objective;
import fairlead.search.Search;
import fairlead.search.SearchResult;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.support.Inline;
import java.nio.file.Path;
import java.util.List;

/** The study of 75 points that the tests run as a whole. */
final class SmallStudy {
    static final Path FILE = Enumerated.ROOT.resolve("testbench/src/test/resources/studies/small.yaml");

    static final Area AREA = new Area.Bits("gate_equivalents is no objective of this study");

    /** A study of 24 points of four structures, of which 15 are legal. */
    static final Path STRUCTURES = FILE.resolveSibling("structures.yaml");

    private SmallStudy() {}

    static Study study() {
        return StudyReader.read(FILE);
    }

    /** In this process, undisturbed. */
    static SearchResult run(Path store) {
        return run(study(), store);
    }

    static SearchResult run(Study study, Path store) {
        return new Search(study, new Inline(new Store(store)), AREA, (name, trials) -> {}).run(true);
    }

    /** Returns another study over the same space, which is not confirmed on the RTL. */
    static Study like(Study s, List<Objective> objectives, long mostBits, int budget, List<Long> trafficSeeds) {
        return new Study(
                s.name(),
                s.scenario(),
                s.set(),
                s.genes(),
                objectives,
                mostBits,
                budget,
                s.seed(),
                trafficSeeds,
                false);
    }
}
