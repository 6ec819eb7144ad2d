// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.machine.Mix;
import fairlead.search.Evolution;
import fairlead.search.SearchHtml;
import fairlead.search.SearchResult;
import fairlead.search.Strategy;
import fairlead.search.Study;
import fairlead.search.Trial;
import fairlead.search.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The picture of the README is what the study gives: the same search over the table of measured points, without its
 * simulations.
 */
class PictureTest {
    private static final Path PICTURE = Enumerated.ROOT.resolve("docs/use/search-front.svg");

    static SearchResult result() {
        Enumerated space = new Enumerated(1);
        Study study = space.study();
        Trials trials = space.run(new Evolution(), study.budget(), Mix.seed(study.seed(), 1));
        List<Trial> random = space.run(Strategy::random, trials.used(), Mix.seed(study.seed(), 2))
                .all();
        return new SearchResult(
                study, SmallStudy.AREA, "evolution", trials.all(), trials.front(), Map.of("random", random), null);
    }

    @Test
    void thePictureIsWhatTheStudyGives() throws IOException {
        assertEquals(
                SearchHtml.picture(result()),
                Files.readString(PICTURE),
                "repair: scripts/fairlead search examples/studies/four_buffers.yaml --out out/four_buffers; cp out/four_buffers/front.svg "
                        + PICTURE);
    }
}
