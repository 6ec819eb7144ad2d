// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Pool;
import fairlead.machine.Mix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A whole study: the search on the twin, the random baseline, the ablation on request, and the confirmation of the
 * front on the RTL. With units of the user all runs are on the RTL, and nothing is left to confirm.
 *
 * <p>No search state is saved. A search that is started again makes the same decisions and finds its finished
 * simulations in the store, so it continues where it was stopped and ends with the same archive.
 *
 * @param area the cost model behind the objective gate_equivalents
 */
public record Search(Study study, Pool pool, Area area, Listener listener) {
    private static final int BASELINE_SHARE = 7; // the random baseline gets 1/7 of an enumerated space, about 15 %

    /** A listener that is informed of the current phase of the search and of the trials so far. */
    @FunctionalInterface
    public interface Listener {
        void phase(String name, Trials trials);
    }

    public SearchResult run(boolean ablation) {
        boolean small = study.size() <= study.budget();
        String method = small ? "exhaustive" : "evolution";
        Trials main = trials(method, small ? (int) study.size() : study.budget());
        Strategy strategy = small ? Strategy::exhaustive : new Evolution();
        strategy.run(main, Mix.seed(study.seed(), 1));
        int budget = small ? Math.max(1, (int) study.size() / BASELINE_SHARE) : main.used();
        Map<String, List<Trial>> others = new LinkedHashMap<>();
        others.put("random", other("random", Strategy::random, budget, 2));
        if (ablation) {
            others.put("genetic", other("genetic", Evolution.genetic(), budget, 3));
            if (small) {
                others.put("evolution", other("evolution", new Evolution(), budget, 1));
            }
        }
        List<Trial> front = main.front();
        Confirmation confirmation = null;
        if (study.confirm() && !study.hasOwnUnits()) {
            listener.phase("confirming " + front.size() + " points on the RTL", main);
            confirmation = Confirmation.of(study, front, pool);
        }
        return new SearchResult(study, area, method, main.all(), front, others, confirmation);
    }

    private List<Trial> other(String name, Strategy strategy, int budget, int component) {
        Trials trials = trials(name, budget);
        strategy.run(trials, Mix.seed(study.seed(), component));
        return trials.all();
    }

    private Trials trials(String name, int budget) {
        Consumer<Trials> progress = t -> listener.phase(name, t);
        Trials trials = new Trials(
                study.genes(), study.objectives().size(), new TwinOracle(study, pool, area), budget, progress);
        progress.accept(trials);
        return trials;
    }
}
