// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong argument ends every command at once: one line that names it and what it may be, exit code 2. */
class BadArgumentTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rnu | rnu: no such command; did you mean run?",
                "run SCENARIO --json /nowhere/x.json | --json': /nowhere/x.json cannot be written: there is no folder /nowhere",
                "run SCENARIO --json . | is a folder",
                "run SCENARIO --out SCENARIO/x | is a file",
                "run SCENARIO --library labb | must be one of product, lab, small, one_clock; did you mean lab?",
                "run SCENARIO --library unit | must be one of product, lab, small, one_clock",
                "run SCENARIO --wave-nodes 64 | must be a rank from 0 to 63",
                "run SCENARIO --wave-from 5 --wave-to 2 | and rise",
                "run SCENARIO --wave x.fst --library product | library product writes no waveforms; lab does",
                "run SCENARIO --engine modle | did you mean model?",
                "check --shape 4,4,x | three sizes from 1 to 16",
                "litmus nowhere.litmus | nowhere.litmus: no such file",
                "sweep SCENARIO --over machine.latency.link=1,2 --repeats 0 | --repeats 0: must be at least 1",
                "sweep SCENARIO --over machine.latency.link=5..1:1 | the range must rise",
                "traffic SCENARIO | workload.at",
                "litmus SCENARIO --schedules 0 | --schedules 0: must be at least 1",
                "run . | .: is a folder, not a file",
                "validate SCENARIO --set schema=fairlead.study/1 | schema = fairlead.study/1: must be fairlead.scenario/1",
                "search SCENARIO --out /tmp/fairlead-no-study | schema = fairlead.scenario/1: must be fairlead.study/1",
                "search SCENARIO --out /proc/x | /proc/x cannot be written: permission denied in /proc",
                "search SCENARIO --out x --store SCENARIO | is a file",
                "sweep SCENARIO --over machine.latency.link=1,2 --store SCENARIO | is a file",
                "litmus . | no file ends with .litmus",
                "eval --point . --out x | .: is a folder, not a file",
                "eval --point SCENARIO --out SCENARIO | is a file",
                "traffic LOCAL --set workload.load=0 | workload.load = 0.0: must be more than 0",
            })
    void isOneLineThatNamesIt(final String arguments, final String message) {
        final String examples = System.getenv().getOrDefault("FAIRLEAD_ROOT", "..") + "/examples";
        final String scenario = examples + "/halo3d.yaml";
        final Captured answer = Captured.of(arguments
                .replace("LOCAL", examples + "/traffic/uniform.yaml")
                .replace("SCENARIO", scenario)
                .split(" "));
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        assertTrue(answer.err().contains(message), answer.err());
        assertFalse(answer.err().contains("\tat "), "no stack trace");
        assertTrue(answer.err().startsWith("fairlead: ") && answer.err().lines().count() == 1, answer.err());
    }
}
