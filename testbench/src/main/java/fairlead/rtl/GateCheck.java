// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What yosys, where it is installed, finds in the gates of a unit: combinational loops, bit by bit, and nets with
 * several drivers. Verilator takes a word of which one bit depends on another for a loop, and does not see all drivers.
 *
 * @param isRead whether yosys could read the unit, with the modules of the machine that it uses
 * @param faults what it found, without line; empty if it could not read it
 */
record GateCheck(boolean isRead, List<String> faults) {
    private static final List<String> FOUND = List.of("found logic loop", "multiple conflicting drivers");
    private static final String WARNING = "Warning: ";

    /** @param all whether loops matter, which takes longer: they may lead through other modules */
    static GateCheck of(Path library, String module, List<String> files, boolean all) {
        String ours = VerilogPorts.modules(library).stream()
                .map(name -> quoted(library.resolve(name + ".sv").toString()))
                .collect(Collectors.joining(" "));
        String own = files.stream().map(GateCheck::quoted).collect(Collectors.joining(" "));
        String script = "read_verilog -sv -D SYNTHESIS " + ours + "; read_verilog -sv -D SYNTHESIS -overwrite " + own
                + "; hierarchy -check -top " + module + "; "
                + (all ? "proc; flatten; techmap; check" : "select " + module + "; proc; check");
        try {
            Process yosys = new ProcessBuilder("yosys", "-p", script)
                    .redirectErrorStream(true)
                    .start();
            yosys.getOutputStream().close();
            String said = new String(yosys.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean isRead = yosys.waitFor() == 0 && said.contains("Executing CHECK pass");
            List<String> faults = said.lines()
                    .filter(line -> FOUND.stream().anyMatch(line::contains))
                    .map(line -> line.replace(WARNING, "yosys: ").replaceFirst(":$", ""))
                    .toList();
            return new GateCheck(isRead, isRead ? faults : List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new GateCheck(false, List.of());
        } catch (IOException e) { // it is not installed
            return new GateCheck(false, List.of());
        }
    }

    private static String quoted(String path) {
        return '"' + path + '"';
    }
}
