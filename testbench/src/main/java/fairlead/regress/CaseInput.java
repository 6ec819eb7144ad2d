// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.litmus.compile.AxisPoint;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the input files of each case before the first case runs, so that bad input is found early. */
final class CaseInput {
    private static final Pattern SEED = Pattern.compile("^seed: .*$", Pattern.MULTILINE);
    private static final int BAD_INPUT = 2;

    private CaseInput() {}

    /**
     * Returns the case with its effective configuration; a case that expects bad input may be bad.
     *
     * @param known the effective configurations so far, by file and overrides; cases that differ in their seed alone
     *     share one, because a suite may have 10,000 seeds
     */
    static SuiteCase checked(final SuiteCase one, final Map<List<String>, String> known) {
        try {
            return one.litmus() ? litmus(one) : scenario(one, known);
        } catch (final BadInput e) {
            if (one.expect().exit() == BAD_INPUT) {
                return one;
            }
            throw e;
        }
    }

    private static SuiteCase litmus(final SuiteCase one) {
        final String axes = one.options().get(one.options().indexOf("--axes") + 1);
        final long size = AxisPoint.all(axes).get(0).size();
        LitmusParser.parse(one.file().toString(), InputText.of(one.file()), size);
        return one;
    }

    private static SuiteCase scenario(final SuiteCase one, final Map<List<String>, String> known) {
        final List<String> overrides = new ArrayList<>();
        final List<String> key = new ArrayList<>(List.of(one.file().toString()));
        String seed = "";
        for (int i = 0; i + 1 < one.options().size(); i += 2) {
            final String value = one.options().get(i + 1);
            switch (one.options().get(i)) {
                case "--set" -> overrides.add(value);
                case "--engine" -> overrides.add("engine=" + value);
                case "--seed" -> seed = value;
                default -> {
                    continue;
                }
            }
        }
        key.addAll(overrides);
        key.add(seed.isEmpty() ? "" : "seed");
        if (!seed.isEmpty()) {
            overrides.add("seed=" + seed);
        }
        final String first = known.get(key);
        final String effective = first == null
                ? ScenarioReader.read(one.file(), overrides).toYaml()
                : SEED.matcher(first).replaceFirst("seed: " + seed);
        known.putIfAbsent(key, effective);
        return new SuiteCase(
                one.name(),
                one.variant(),
                one.file(),
                false,
                one.options(),
                one.expect(),
                one.bands(),
                one.limits(),
                effective);
    }
}
