// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.evaluate.Evaluation;
import fairlead.evaluate.Store;
import fairlead.search.Archive;
import fairlead.search.Confirmation;
import fairlead.search.Evolution;
import fairlead.search.Search;
import fairlead.search.SearchHtml;
import fairlead.search.SearchResult;
import fairlead.search.Study;
import fairlead.search.Trial;
import fairlead.search.Trials;
import fairlead.search.TwinOracle;
import fairlead.support.Inline;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole search on the twin, confirmed on the RTL, in this process. */
@Tag("M-30")
@Tag("M-31")
class SearchTest {
    @TempDir
    static Path folder;

    private static SearchResult result;

    @BeforeAll
    static void search() {
        result = SmallStudy.run(folder);
    }

    private static SearchResult again() {
        return SmallStudy.run(folder);
    }

    @Test
    void theFrontIsRunOnTheRtlAndEqual() {
        assertTrue(result.front().size() > 3);
        Confirmation c = result.confirmation();
        assertEquals(
                result.front().size() * result.study().trafficSeeds().size(),
                c.runs().size());
        assertTrue(c.equal() && c.good());
        c.runs().forEach(r -> assertEquals(r.twin(), r.rtl()));
    }

    @Test
    void theSearchIsNotWorseThanRandomPoints() {
        List<SearchResult.Quality> q = result.quality();
        assertEquals(
                List.of("evolution", "random", "genetic"),
                q.stream().map(SearchResult.Quality::method).toList());
        assertTrue(q.get(0).hypervolume() > q.get(1).hypervolume(), q.toString());
        assertEquals(24, q.get(0).simulated());
    }

    /** One RTL result in the store is altered: what a twin that is wrong by one cycle would look like. */
    @Test
    void aResultThatDiffersByOneIsFound() {
        Store store = new Store(folder);
        Evaluation rtl = rtlOfFirst(store);
        try {
            TreeMap<String, Double> metrics = new TreeMap<>(rtl.metrics());
            metrics.merge("completion_time", 1.0, Double::sum);
            store.put(altered(rtl, List.of(), metrics, rtl.eventSha256()));
            assertFalse(again().confirmation().equal());
            store.put(altered(
                    rtl,
                    List.of(),
                    new TreeMap<>(rtl.metrics()),
                    rtl.eventSha256().replace('a', 'b')));
            assertFalse(again().confirmation().equal());
            store.put(altered(rtl, List.of("data_integrity"), new TreeMap<>(rtl.metrics()), rtl.eventSha256()));
            Confirmation c = again().confirmation();
            assertTrue(c.equal());
            assertFalse(c.good());
        } finally {
            store.put(rtl);
        }
    }

    private static Evaluation rtlOfFirst(Store store) {
        var job = TwinOracle.jobs(result.study(), result.front().get(0).genome(), "rtl")
                .get(0);
        return new Inline(store).run(List.of(job)).get(0).evaluation();
    }

    private static Evaluation altered(Evaluation e, List<String> failed, TreeMap<String, Double> metrics, String sha) {
        return new Evaluation(
                e.schema(), e.key(), e.engine(), e.ending(), e.complete(), failed, metrics, sha, e.effective());
    }

    @Test
    void aPointThatFailsAVerdictIsNotFeasible() {
        Store store = new Store(folder.resolve("other"));
        Study study = result.study();
        var genome = result.front().get(0).genome();
        Evaluation e = new Inline(store)
                .run(TwinOracle.jobs(study, genome, "model"))
                .get(1)
                .evaluation();
        store.put(altered(e, List.of("fence_ordering"), new TreeMap<>(e.metrics()), e.eventSha256()));
        Trial trial = new TwinOracle(study, new Inline(store), SmallStudy.AREA)
                .evaluate(List.of(genome))
                .get(0);
        assertEquals("traffic seed 2: fails fence_ordering", trial.why());
    }

    @Test
    void aPointBeyondTheBitsIsNotSimulated() {
        Study s = result.study();
        Study tight = SmallStudy.like(s, s.objectives(), 30_000, s.budget(), s.trafficSeeds());
        Inline pool = new Inline(new Store(folder.resolve("tight")));
        Trials trials = new Trials(s.genes(), 2, new TwinOracle(tight, pool, SmallStudy.AREA), 10, t -> {});
        new Evolution().run(trials, 1);
        assertTrue(trials.all().stream().anyMatch(t -> !t.feasible()));
        assertTrue(trials.front().stream().allMatch(t -> t.values().get(1) <= 30_000));
        assertEquals(2L * trials.used(), pool.simulated());
    }

    @Test
    void aSecondSearchSimulatesNothingAndWritesTheSameBytes() {
        Inline pool = new Inline(new Store(folder));
        SearchResult second = new Search(SmallStudy.study(), pool, SmallStudy.AREA, (name, trials) -> {}).run(true);
        assertEquals(0, pool.simulated());
        assertEquals(Archive.json(result), Archive.json(second));
        assertEquals(Archive.csv(result), Archive.csv(second));
        assertEquals(SearchHtml.of(result), SearchHtml.of(second));
    }

    @Test
    void theReportNeedsNoNetworkAndShowsEverything() {
        String html = SearchHtml.of(result);
        assertFalse(html.replace("http://www.w3.org/2000/svg", "").contains("http"), "no address outside");
        assertFalse(html.contains("<script") || html.contains("<link") || html.contains("<img"));
        for (String part : List.of(
                "<svg", "random baseline", "Knee points", "schema: fairlead.scenario/1", "Twin against RTL", "equal")) {
            assertTrue(html.contains(part), part);
        }
    }
}
