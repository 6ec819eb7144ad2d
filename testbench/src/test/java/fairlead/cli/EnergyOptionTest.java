// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What has no energy or area is refused before anything is mapped or run. */
class EnergyOptionTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "area IN --energy --macros IN | --energy: is that of a scenario, without --macros and --timing",
                "area --timing --energy | --energy: is that of a scenario, without --macros and --timing",
                "area IN --energy | --energy: needs a program, not traffic at the local ports",
                "area IN --energy --liberty IN | line 2: a liberty file begins with library (NAME) {",
                "area ../examples/own_rtl/halo.yaml | machine.rtl: what is measured are the machine's own units; leave it out",
                "sweep ../examples/own_rtl/halo.yaml --over seed=1 --energy | machine.rtl: what is measured are the machine's own"
                        + " units; leave it out",
                "sweep IN --over machine.rtl.LinkTx=a.sv --energy | machine.rtl: what is measured are the machine's own",
                "sweep IN --bisect --energy | --energy: needs --over, since --bisect is for traffic at the local ports",
            })
    void isRefused(String command, String what) throws IOException {
        Path traffic = Files.writeString(
                folder.resolve("traffic.yaml"),
                "schema: fairlead.scenario/1\nmachine: {shape: [4, 4, 1]}\n"
                        + "workload: {kind: traffic, at: local_ports, load: 0.1}\n");
        Captured answer = Captured.of(command.replace("IN", traffic.toString()).split(" "));
        assertEquals(ExitCode.BAD_INPUT, answer.code(), answer.all());
        answer.complains(what);
    }
}
