// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import fairlead.hw.HwLayout;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Key;
import fairlead.scenario.KeyTable;
import fairlead.scenario.Nearest;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.importer.BooksimImport.BooksimFile.Setting;
import fairlead.scenario.importer.GoalImport.Imported;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes a scenario of synthetic traffic at the local ports of a BookSim configuration of a torus. Each key of the file
 * is mapped, ignored with a reason, or refused.
 */
public final class BooksimImport {
    private static final KeyTable TABLE = new KeyTable(BooksimImport.class, "booksim.keys", name -> null);
    private static final List<Key> ONLY = TABLE.keys("only", "");
    private static final List<Key> MAPPED = TABLE.keys("mapped", "");
    private static final List<Key> BURSTS = TABLE.keys("bursts", "");
    private static final List<Key> IGNORED = TABLE.keys("ignored", "");

    /** Flits of buffer that virtual cut-through needs at least: a packet. */
    private static final int CUT_THROUGH = HwLayout.MAX_PACKET_FLITS;

    private static final int ADAPTIVE_VCS = 4; // two escape VCs, and the adaptive one is number 3
    private static final String VCS = "16"; // BookSim's default
    private static final String NUMBER = "[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?";

    private final String source;
    private final Map<String, Setting> settings;
    private final List<String> notes = new ArrayList<>();
    private final List<String> mistakes = new ArrayList<>();

    private BooksimImport(String source, String text) {
        this.source = source;
        settings = BooksimFile.read(text, source, notes);
    }

    /** Returns the scenario; a BadInput names each key that is refused, with its line and the reason. */
    public static Imported of(Path file) {
        String text = InputText.of(file).replace("\r\n", "\n");
        return new BooksimImport(file.toString(), text)
                .scenario(file.getFileName().toString());
    }

    private Imported scenario(String name) {
        List<String> known = Stream.of(MAPPED, ONLY, BURSTS, IGNORED)
                .flatMap(List::stream)
                .map(Key::path)
                .toList();
        settings.forEach((key, setting) -> {
            Key ignored = Key.of(IGNORED, key);
            if (!known.contains(key)) {
                refuse(key, "no such key" + Nearest.hint(key, known));
            } else if (ignored != null) {
                notes.add("line " + setting.line() + ": " + key + ": ignored: " + ignored.doc());
            }
        });
        ONLY.stream().map(Key::path).filter(key -> !key.equals("link_failures")).forEach(this::only);
        Map<String, String> machine = machine();
        Map<String, String> workload = workload();
        long seed = whole("seed");
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
        String yaml = yaml(name, seed, machine, workload);
        try {
            ScenarioReader.parse(yaml, source, "import", List.of());
        } catch (BadInput e) {
            throw new BadInput(e.lines().stream()
                    .map(l -> source + ": " + l.replaceFirst(".* line \\d+: ", ""))
                    .toList());
        }
        return new Imported(yaml, notes);
    }

    private Map<String, String> machine() {
        Map<String, String> machine = new LinkedHashMap<>();
        long k = whole("k");
        long n = whole("n");
        machine.put("shape", "[" + k + ", " + (n > 1 ? k : 1) + ", " + (n > 2 ? k : 1) + "]");
        boolean cut = "min_adapt".equals(value("routing_function"));
        machine.put("routing", "{mode: " + (cut ? "adaptive" : "dimension_order") + ", vc_rule: static}");
        vcs(cut);
        only("link_failures");
        long depth = whole("vc_buf_size");
        if (cut && depth < CUT_THROUGH) {
            note("vc_buf_size", "raised to " + CUT_THROUGH + ": adaptive routing needs space for a packet");
        }
        machine.put("buffers", "{link_vc: " + (cut ? Math.max(depth, CUT_THROUGH) : depth) + "}");
        machine.put("latency", whole("use_noc_latency") == 1 ? "{link: 3, credit: 2}" : "{link: 2, credit: 1}");
        machine.put("arbitration", value("priority").equals("age") ? "age" : "round_robin");
        return machine;
    }

    /** Refuses fewer VCs than the routing needs: such a machine can deadlock, and the one that is made cannot. */
    private void vcs(boolean adaptive) {
        Setting setting = settings.get("num_vcs");
        String value = setting == null ? VCS : setting.value();
        int least = adaptive ? ADAPTIVE_VCS : 2;
        if (value.matches("[0-9]{1,6}") && Integer.parseInt(value) >= least) {
            note("num_vcs", (setting == null ? VCS + ", " : "") + "ignored: the VCs of a link are part of the RTL");
        } else {
            refuse(
                    "num_vcs",
                    "must be a whole number from " + least
                            + (adaptive
                                    ? ": min_adapt uses VCs 0, 1 and 3"
                                    : ": with one VC the rings of a torus can deadlock, and those of the machine"
                                            + " that would be made cannot"));
        }
    }

    /** Refuses bursts of another length than here; BookSim's default of a half makes each cycle a burst of its own. */
    private void bursts() {
        Setting process = settings.get("injection_process");
        boolean isOn = process != null && process.value().equals("on_off");
        for (Key key : BURSTS) {
            Setting setting = settings.get(key.path());
            String value = setting == null ? (String) key.standard() : setting.value();
            if (!isOn && setting != null) {
                note(key.path(), "ignored: injection_process is not on_off");
            } else if (isOn
                    && (!value.matches("-?" + NUMBER)
                            || Double.parseDouble(value)
                                    != Double.parseDouble(key.words().get(0)))) {
                refuse(key.path(), "must be " + key.words().get(0) + " and not " + value + ": " + key.doc());
            } else if (isOn && setting != null) {
                note(key.path(), "as it is here");
            }
        }
    }

    private Map<String, String> workload() {
        Map<String, String> workload = new LinkedHashMap<>(Map.of("kind", "traffic"));
        workload.put("at", "local_ports");
        copy("traffic", workload);
        long nodes = Math.round(Math.pow(whole("k"), whole("n")));
        if ("bitcomp".equals(workload.get("pattern")) && Long.bitCount(nodes) != 1) {
            refuse("traffic", "needs a power of two of nodes, and there are " + nodes);
        }
        bursts();
        boolean isNew = settings.containsKey("packet_size");
        long flits = whole(isNew ? "packet_size" : "const_flits_per_packet");
        if (isNew && settings.containsKey("const_flits_per_packet")) {
            note("const_flits_per_packet", "ignored: packet_size is given");
        }
        boolean inFlits = whole("injection_rate_uses_flits") == 1;
        double rate = (Double) value("injection_rate");
        double load = inFlits ? rate : rate * flits;
        if (!(load > 0 && load <= 1)) {
            refuse("injection_rate", "offers " + load + " flits per node and cycle; must be more than 0 and at most 1");
        }
        workload.put("load", Double.toString(load));
        workload.put("packet_flits", Long.toString(flits));
        List.of(
                        "injection_process",
                        "sample_period",
                        "warmup_periods",
                        "max_samples",
                        "stopping_thres",
                        "latency_thres")
                .forEach(key -> copy(key, workload));
        return workload;
    }

    /** Gives the key of the workload to which a setting is mapped the value of the setting. */
    private void copy(String key, Map<String, String> workload) {
        workload.put(Key.of(MAPPED, key).doc().replace("workload.", ""), String.valueOf(value(key)));
    }

    // ---- values

    private void refuse(String key, String why) {
        Setting setting = settings.get(key);
        mistakes.add(source + (setting == null ? "" : " line " + setting.line()) + ": " + key
                + (setting == null ? "" : " = " + setting.value()) + ": refused: " + why);
    }

    private void note(String key, String what) {
        Setting setting = settings.get(key);
        notes.add((setting == null ? "" : "line " + setting.line() + ": ") + key
                + (setting == null ? ", not given" : " = " + setting.value()) + ": " + what);
    }

    private void only(String key) {
        Setting setting = settings.get(key);
        Key rule = Key.of(ONLY, key);
        if (setting != null && !setting.value().equals(rule.words().get(0))) {
            refuse(key, "must be " + rule.words().get(0) + ", for " + rule.doc());
        } else if (setting != null) {
            note(key, "as it is here");
        }
    }

    private long whole(String key) {
        return (Long) value(key);
    }

    /** Returns the value of a setting, or its default if it is not given or was refused. */
    private Object value(String key) {
        Key rule = Key.of(MAPPED, key);
        Setting setting = settings.get(key);
        if (setting == null) {
            if (rule.standard() == null) {
                refuse(key, "must be given: BookSim has no default");
            } else if (rule.type() == Key.Type.WORD) {
                note(key, rule.standard() + ", mapped to " + rule.doc());
            }
            return rule.standard();
        }
        String text = setting.value();
        Object value =
                switch (rule.type()) {
                    case WORD -> rule.words().contains(text) ? text : null;
                    case INT -> whole(rule, text);
                    default -> text.matches(NUMBER) ? Double.valueOf(text) : null;
                };
        if (value != null) {
            note(key, "mapped to " + rule.doc());
            return value;
        }
        refuse(
                key,
                switch (rule.type()) {
                    case WORD -> "has nothing that corresponds in " + rule.doc();
                    case INT -> "must be a whole number from " + (long) rule.low() + " to " + (long) rule.high();
                    default -> "must be one number";
                });
        return rule.standard();
    }

    private static Long whole(Key rule, String text) {
        try {
            long value = Long.parseLong(text); // a word has no plus sign
            return value >= rule.low() && value <= rule.high() ? (Long) value : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private String yaml(String name, long seed, Map<String, String> machine, Map<String, String> workload) {
        StringBuilder yaml = new StringBuilder(String.format(
                Locale.ROOT,
                "# Made of %s: scripts/fairlead traffic FILE, or sweep FILE --over workload.load=RANGE.%n",
                name));
        notes.forEach(note -> yaml.append("# ").append(note).append('\n'));
        yaml.append("schema: fairlead.scenario/1\nseed: ").append(seed).append("\nmachine:\n");
        machine.forEach((key, value) -> yaml.append("  " + key + ": " + value + "\n"));
        yaml.append("engine: model\nworkload:\n");
        workload.forEach((key, value) -> yaml.append("  " + key + ": " + value + "\n"));
        return yaml.toString();
    }

    /**
     * The settings of a BookSim configuration: `key = value;` in the words of its scanner, in which a comment begins at
     * two slashes only where a word may begin, and a value is one word.
     */
    static final class BooksimFile {
        private static final Pattern WORD = Pattern.compile("//[^\n]*|\\s+|\\{[-\\w.({,)}]+\\}"
                + "|[-A-Za-z_/.][-\\w/.+({,)}]*|([0-9]*\\.)?[0-9]+([eE][-+]?[0-9]+)?|.");
        private static final Pattern SETTING = Pattern.compile("([A-Za-z_]\\w*) = ([-\\w/.]\\S*|\\{\\S+)");
        private static final int SHOWN = 40;

        record Setting(int line, String value) {}

        private BooksimFile() {}

        /** Returns the settings by key; of a key that is set twice the last one counts, as in BookSim. */
        static Map<String, Setting> read(String text, String source, List<String> notes) {
            Map<String, Setting> settings = new LinkedHashMap<>();
            List<String> mistakes = new ArrayList<>();
            StringJoiner words = new StringJoiner(" ");
            int line = 1;
            int begin = 1;
            for (Matcher word = WORD.matcher(text + "\n;"); word.find(); ) {
                boolean isLast = word.end() > text.length() + 1;
                if (word.group().equals(";")) {
                    String what = isLast ? ": ';' is missing" : setting(words.toString(), begin, settings, notes);
                    if (!what.isEmpty() && words.length() > 0) {
                        mistakes.add(source + " line " + begin + ": " + brief(words.toString()) + what);
                    }
                    words = new StringJoiner(" ");
                } else if (!word.group().isBlank() && !word.group().startsWith("//")) {
                    begin = words.length() == 0 ? line : begin;
                    words.add(word.group());
                }
                line += (int) word.group().chars().filter(c -> c == '\n').count();
            }
            if (!mistakes.isEmpty()) {
                throw new BadInput(mistakes);
            }
            return settings;
        }

        private static String setting(String text, int line, Map<String, Setting> settings, List<String> notes) {
            Matcher setting = SETTING.matcher(text);
            if (!setting.matches()) {
                return ": must be key = value;";
            }
            Setting before = settings.put(setting.group(1), new Setting(line, setting.group(2)));
            if (before != null) {
                notes.add("line " + before.line() + ": " + setting.group(1) + ": ignored: it is set again in line "
                        + line);
            }
            return "";
        }

        private static String brief(String text) {
            return "'" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text) + "'";
        }
    }
}
