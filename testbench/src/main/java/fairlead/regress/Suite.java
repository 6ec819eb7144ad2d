// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A suite, complete and checked. {@link SuiteReader} makes it.
 *
 * @param name file name without its ending
 * @param baseline file of the baseline, which may not exist yet, or null
 * @param cases all cases, in the order of the file
 */
public record Suite(String name, Path baseline, List<SuiteCase> cases) {
    public Suite {
        cases = List.copyOf(cases);
    }

    /** Returns the suite with every `of`-th case, the first one being number `part`, from 1. */
    public Suite shard(final int part, final int of) {
        return new Suite(
                name,
                baseline,
                IntStream.range(0, cases.size())
                        .filter(i -> i % of == part - 1)
                        .mapToObj(cases::get)
                        .toList());
    }

    public List<String> names() {
        return cases.stream().map(SuiteCase::id).toList();
    }

    public int size() {
        return cases.size();
    }

    /** Returns whether a case needs the libraries of the RTL. */
    public boolean needsLibraries() {
        return cases.stream()
                .anyMatch(c -> c.litmus()
                        ? !c.options().contains("model")
                        : !c.effective().contains("engine: model"));
    }
}
