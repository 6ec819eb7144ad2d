// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad arguments and bad files of the laboratory's commands: one line that names the place, and exit code 2. */
@Tag("M-77")
class RefusedByTheLabTest {
    private static final Path CASES = Path.of("src/test/resources/abuse");
    private static final Path EXAMPLES = Path.of("../examples");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench nothing | known: bridge, model",
                "lockstep --seeds 0 | --seeds 0: must be at least 1",
                "lockstep --against modle | known: model, product, lab, small",
                "reference nowhere.csv | nowhere.csv: no such file",
                "reference /dev/null | must have a heading and at least one row",
                "requirements --only R-BAR-99 | no such requirement",
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
                "lockstep --seconds 0 | --seconds 0.0: must be more than 0",
                "reference SCENARIO --seeds 0 | --seeds 0: must be 1 to 10000",
                "reference SCENARIO --below 0 | --below 0.0: must be more than 0",
                "controls --page SCENARIO | has no lines <!-- BEGIN CONTROLS -->",
                "prove --table --network | --network goes with --only and nothing else",
                "prove --table --structure SCENARIO | --structure goes with neither --network nor --table",
                "lockstep --seeds 1 --out SCENARIO/x | is a file",
                "lockstep . | .: is a folder, not a file",
                "reference . | .: is a folder, not a file",
                "prove --jobs 0 | --jobs 0: must be 1 to 64",
                "prove --network --only nonsense | nonsense: no such question",
                "prove --only NOPE | no such property",
                "controls N99 | no such control",
            })
    void anArgument(final String arguments, final String message) {
        refused(arguments.replace("SCENARIO", EXAMPLES.resolve("halo3d.yaml").toString()), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lockstep MSG-WITHOUT-ROOM.yaml | line 2: machine.memory_bytes = 4096: messages need at least",
                "lockstep FAR-ADDRESS.yaml | line 4: words[0].w0 = 4092: must be an integer from 0 to 4088",
                "lockstep WRONG-TYPES.yaml | line 4: words[0].gap = []: must be an integer",
                "lockstep UNKNOWN-COMMAND.yaml | words[0].op = PSOT: no such command; did you mean POST?",
                "lockstep FAULTY-WORDS.yaml | line 3: faults: a case has none",
                "lockstep ITEMS-OF-WORDS.yaml | line 3: items[1] = x: must be an integer",
                "lockstep ITEMS-WITHOUT-ROOM.yaml | line 2: machine.memory_bytes = 4096",
                "reference REFERENCE-K.csv | line 2: k = '17': must be an integer from 2 to 16",
                "reference REFERENCE-VCS.csv | line 2: vcs = '2147483647': must be an integer from 2 to 4",
                "reference REFERENCE-ODD-VCS.csv | line 2: vcs = '3': must be 2 or 4",
                "reference REFERENCE-BUF.csv | line 2: buf = '0': must be an integer from 1 to 256",
                "reference REFERENCE-PKT.csv | line 2: pkt = '18': must be an integer from 1 to 17",
                "reference REFERENCE-WORD.csv | traffic = 'unifrom': must be one of",
                "reference REFERENCE-WORD.csv | did you mean uniform?",
                "reference REFERENCE-NUMBER.csv | pkt = 'x': must be an integer from 1 to 17",
                "reference REFERENCE-PATTERN.csv | traffic = 'transpose': must be another",
                "reference REFERENCE-OPEN-QUOTE.csv | reference-open-quote.csv line 3: not CSV: ",
                "reference REFERENCE-BEHIND-QUOTE.csv | reference-behind-quote.csv line 2: not CSV: Invalid character",
                "reference REFERENCE-UNSTABLE.csv | unstable, offered_flits_node_cycle: no row is stable",
                "lockstep --raw --words 2147483647 | --words 2147483647: must be 1 to 1000000",
                "lockstep TINY.yaml --set machine.buffers.local=33 | machine.buffers.local = 33: must be at most 32 in this library",
                "lockstep ITEMS-BEYOND-THE-DLA.yaml | line 2: machine.dla.max_pr = 4: the DLA limits of node 0 leave 4 credits",
            })
    void aFile(final String arguments, final String message) {
        final String[] words = arguments.split(" ");
        for (int i = 0; i < words.length; i++) {
            if (words[i].matches("[A-Z].*\\.[a-z]+")) {
                words[i] = CASES.resolve(words[i].toLowerCase(Locale.ROOT)).toString();
            }
        }
        refused(String.join(" ", words), message);
    }

    private static void refused(final String arguments, final String message) {
        final Captured answer = Captured.of(LabMain::execute, arguments.split(" "));
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        assertTrue(answer.err().contains(message), answer.err());
        assertTrue(answer.err().startsWith("fairlead: ") && answer.err().lines().count() == 1, answer.err());
    }
}
