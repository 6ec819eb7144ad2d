// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Verilog of units with mutants, each of which a number chooses at run time. The words that control the sites are
 * registers, written once when a model starts; so a mutant that is not chosen costs no condition.
 */
final class MutantVerilog {
    private static final Pattern MODULE = Pattern.compile("(?ms)^module (\\w+)\\(.*?^endmodule\n");
    private static final Pattern CONTROL =
            Pattern.compile("(?m)^(\\s*)wire ((?:\\[\\d+:0\\] )?fl_(?:keep|flip|pick)_\\d+;)");

    private MutantVerilog() {}

    /**
     * Returns the text of each unit that has mutants.
     *
     * @param folder a folder for the files of yosys
     */
    static Map<String, String> of(final TileNetlist netlist, final List<WordMutant> mutants, final Path folder)
            throws IOException {
        final Map<String, List<WordMutant>> byUnit = new LinkedHashMap<>();
        mutants.forEach(m ->
                byUnit.computeIfAbsent(m.site().unit(), u -> new ArrayList<>()).add(m));
        final ObjectMapper mapper = new ObjectMapper();
        final ObjectNode root = mapper.createObjectNode().put("creator", "fairlead");
        final ObjectNode modules = root.putObject("modules");
        final Map<String, String> starts = new LinkedHashMap<>();
        byUnit.forEach((unit, own) -> {
            final NetlistEdit edit = new NetlistEdit(netlist.module(unit));
            final StringBuilder idle = new StringBuilder();
            edit.mutate(own, (name, width) -> {
                idle.append(String.format("    %s = {%d{1'b%d}};%n", name, width, name.startsWith("fl_keep") ? 1 : 0));
                return edit.fresh(width, name);
            });
            modules.set(unit, edit.finish());
            starts.put(unit, start(own, idle));
        });
        mapper.writeValue(folder.resolve("mutants.json").toFile(), root);
        TileNetlist.yosys(folder, "read_json mutants.json", "write_verilog -noattr mutants.v");
        final Map<String, String> texts = new LinkedHashMap<>();
        final Matcher module = MODULE.matcher(Files.readString(folder.resolve("mutants.v")));
        while (module.find()) {
            final String text = CONTROL.matcher(module.group()).replaceAll("$1reg $2");
            texts.put(module.group(1), text.replaceFirst("(?m)^endmodule", starts.get(module.group(1)) + "endmodule"));
        }
        if (!texts.keySet().equals(starts.keySet())) {
            throw new IllegalStateException("yosys wrote " + texts.keySet() + " and not " + starts.keySet());
        }
        return texts;
    }

    /** Returns the block that writes the controlling words when the model starts. */
    private static String start(final List<WordMutant> mutants, final CharSequence idle) {
        final Map<MutationSite, Integer> sites = new LinkedHashMap<>();
        mutants.forEach(m -> sites.putIfAbsent(m.site(), sites.size()));
        final StringBuilder cases = new StringBuilder();
        for (final WordMutant mutant : mutants) {
            cases.append("      ").append(mutant.number()).append(": begin ");
            cases.append(chosen(mutant, sites.get(mutant.site()))).append("end\n");
        }
        return "  import \"DPI-C\" function int fl_mutant_chosen();\n  int fl_chosen;\n  initial begin\n"
                + "    fl_chosen = fl_mutant_chosen();\n" + idle + "    case (fl_chosen)\n" + cases
                + "      default: ;\n    endcase\n  end\n";
    }

    private static String chosen(final WordMutant mutant, final int site) {
        final String bit = mutant.site().width() == 1 ? "" : "[" + mutant.bit() + "]";
        final String keep = NetlistEdit.keep(site);
        final String flip = NetlistEdit.flip(site);
        return switch (mutant.kind()) {
            case INVERT -> flip + bit + " = 1'b1; ";
            case STUCK_0 -> keep + bit + " = 1'b0; ";
            case STUCK_1 -> keep + bit + " = 1'b0; " + flip + bit + " = 1'b1; ";
            case WORD_0 -> keep + " = 0; ";
            case WORD_1 -> keep + " = 0; " + flip + " = {" + mutant.site().width() + "{1'b1}}; ";
            case OPERATOR, SWAP, HOLD -> NetlistEdit.pick(mutant) + " = 1'b1; ";
        };
    }
}
