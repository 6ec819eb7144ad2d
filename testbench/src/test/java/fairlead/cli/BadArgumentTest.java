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
                "bench nothing | known: bridge, model",
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
                "lockstep --seeds 0 | --seeds 0: must be at least 1",
                "lockstep --against modle | known: model, product, lab, small",
                "litmus nowhere.litmus | nowhere.litmus: no such file",
                "reference nowhere.csv | nowhere.csv: no such file",
                "reference /dev/null | must have a heading and at least one row",
                "sweep SCENARIO --over machine.latency.link=1,2 --repeats 0 | --repeats 0: must be at least 1",
                "sweep SCENARIO --over machine.latency.link=5..1:1 | the range must rise",
                "traffic SCENARIO | workload.at",
                "seeds --only R-BAR-99 | no such requirement",
                "bench model --rounds 0 | --rounds 0: must be 1 to 1000",
                "bench model --flits 0 | --flits 0: must be 1 to",
                "bench model --loads 0.2,0 | --loads 0.0: must be more than 0 and at most 1",
                "bench model --shapes 4x4 | --shapes '4x4': must be KXxKYxKZ, each 1 to 16",
                "bench model --structure SCENARIO | schema = fairlead.scenario/1: must be fairlead.structure/1",
                "bench rtl --rounds 0 | --rounds 0: must be 1 to 1000",
                "bench rtl --shape 0x4x4 | --shape '0x4x4': must be",
                "bench rtl --node-cycles 0 | --node-cycles 0: must be at least 1",
                "bench bridge --rounds 0 | --rounds 0: must be 1 to 1000",
                "bench scale --node-cycles 0 | --node-cycles 0: must be at least 1",
                "bench search --points 0 | --points 0: must be 1 to",
                "litmus SCENARIO --schedules 0 | --schedules 0: must be at least 1",
                "lockstep --seconds 0 | --seconds 0.0: must be more than 0",
                "reference SCENARIO --seeds 0 | --seeds 0: must be 1 to 10000",
                "reference SCENARIO --below 0 | --below 0.0: must be more than 0",
                "controls --soak 0 | --soak 0: must be at least 1",
                "controls --page SCENARIO | has no lines <!-- BEGIN CONTROLS -->",
                "prove --table nowhere.md | nowhere.md: no such file",
                "prove --table SCENARIO | has no lines <!-- BEGIN fairlead prove --table -->",
                "run . | .: is a folder, not a file",
                "validate SCENARIO --set schema=fairlead.study/1 | schema = fairlead.study/1: must be fairlead.scenario/1",
                "search SCENARIO --out /tmp/fairlead-no-study | schema = fairlead.scenario/1: must be fairlead.study/1",
                "search SCENARIO --out /proc/x | /proc/x cannot be written: permission denied in /proc",
                "search SCENARIO --out x --store SCENARIO | is a file",
                "sweep SCENARIO --over machine.latency.link=1,2 --store SCENARIO | is a file",
                "lockstep --seeds 1 --out SCENARIO/x | is a file",
                "lockstep . | .: is a folder, not a file",
                "litmus . | no file ends with .litmus",
                "eval --point . --out x | .: is a folder, not a file",
                "eval --point SCENARIO --out SCENARIO | is a file",
                "reference . | .: is a folder, not a file",
                "traffic LOCAL --set workload.load=0 | workload.load = 0.0: must be more than 0",
                "prove --jobs 0 | --jobs 0: must be 1 to 64",
                "prove --network --only nonsense | nonsense: no such question",
                "prove --only NOPE | no such property",
                "controls N99 | no such control",
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
