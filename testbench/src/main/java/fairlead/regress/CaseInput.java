// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.litmus.compile.AxisPoint;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;

/** Reads the input files of each case before the first case runs, so that bad input is found early. */
final class CaseInput {
    private static final int BAD_INPUT = 2;

    private CaseInput() {}

    /** Returns the case with its effective configuration; a case that expects bad input may be bad. */
    static SuiteCase checked(final SuiteCase one) {
        try {
            return one.litmus() ? litmus(one) : scenario(one);
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

    private static SuiteCase scenario(final SuiteCase one) {
        final List<String> overrides = new ArrayList<>();
        for (int i = 0; i + 1 < one.options().size(); i += 2) {
            final String value = one.options().get(i + 1);
            switch (one.options().get(i)) {
                case "--set" -> overrides.add(value);
                case "--engine" -> overrides.add("engine=" + value);
                case "--seed" -> overrides.add("seed=" + value);
                default -> {
                    continue;
                }
            }
        }
        final String effective = ScenarioReader.read(one.file(), overrides).toYaml();
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
