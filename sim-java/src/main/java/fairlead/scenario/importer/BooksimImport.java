// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Nearest;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.importer.BooksimFile.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes a scenario of synthetic traffic at the local ports of a BookSim configuration of a torus. Each key of the file
 * is mapped, ignored with a reason, or refused.
 */
public final class BooksimImport {
    private static final Map<String, String> ROUTING = Map.of(
            "dim_order", "dimension_order",
            "dim_order_ni", "dimension_order",
            "dim_order_bal", "dimension_order",
            "min_adapt", "adaptive");
    private static final List<String> PATTERNS =
            List.of("uniform", "tornado", "neighbor", "transpose", "bitcomp", "shuffle", "randperm");
    /** Flits of buffer that virtual cut-through needs at least: a packet. */
    private static final int CUT_THROUGH = HwLayout.MAX_PACKET_FLITS;

    private static final Set<String> MAPPED = Set.of(
            "topology",
            "k",
            "n",
            "c",
            "routing_function",
            "use_noc_latency",
            "num_vcs",
            "link_failures",
            "vc_buf_size",
            "traffic",
            "subnets",
            "classes",
            "router",
            "use_read_write",
            "injection_rate",
            "injection_rate_uses_flits",
            "packet_size",
            "const_flits_per_packet",
            "injection_process",
            "priority",
            "sim_type",
            "warmup_periods",
            "sample_period",
            "max_samples",
            "latency_thres",
            "stopping_thres",
            "seed");

    private final String source;
    private final Map<String, Setting> settings;
    private final List<String> notes;
    private final List<String> mistakes = new ArrayList<>();

    private BooksimImport(final String source, final String text) {
        this.source = source;
        notes = new ArrayList<>();
        settings = BooksimFile.read(text, source, notes);
    }

    /** Returns the scenario; a BadInput names each key that is refused, with its line and the reason. */
    public static Imported of(final Path file) {
        final String text = InputText.of(file).replace("\r\n", "\n");
        return new BooksimImport(file.toString(), text)
                .scenario(file.getFileName().toString());
    }

    private Imported scenario(final String name) {
        final Set<String> known = new LinkedHashSet<>(MAPPED);
        known.addAll(BooksimKeys.IGNORED.keySet());
        settings.forEach((key, setting) -> {
            if (!known.contains(key)) {
                final String near = Nearest.to(key, known);
                refuse(key, "no such key" + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
            } else if (BooksimKeys.IGNORED.containsKey(key)) {
                notes.add("line " + setting.line() + ": " + key + ": ignored: " + BooksimKeys.IGNORED.get(key));
            }
        });
        only("topology", "torus", "the network is a torus");
        only("c", "1", "a router has one node");
        only("subnets", "1", "there is one network");
        only("classes", "1", "traffic at the local ports has one class");
        only("router", "iq", "the router is input-queued");
        only("use_read_write", "0", "requests have no replies at the local ports");
        only("sim_type", "latency", "what is measured is latency and accepted rate");
        final Map<String, String> machine = machine();
        final Map<String, String> workload = workload();
        final long seed = whole("seed", 0, 0, Long.MAX_VALUE, "seed");
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
        final String yaml = yaml(name, seed, machine, workload);
        try {
            ScenarioReader.parse(yaml, source, "import", List.of());
        } catch (final BadInput e) {
            throw new BadInput(e.lines().stream()
                    .map(l -> source + ": " + l.replaceFirst(".* line \\d+: ", ""))
                    .toList());
        }
        return new Imported(yaml, notes);
    }

    private Map<String, String> machine() {
        final Map<String, String> machine = new LinkedHashMap<>();
        final long k = whole("k", 8, 1, Shape.MAX_K, "machine.shape");
        final long n = whole("n", 2, 1, 3, "machine.shape");
        machine.put("shape", "[" + k + ", " + (n > 1 ? k : 1) + ", " + (n > 2 ? k : 1) + "]");
        final String routing = word("routing_function", "dim_order", ROUTING::containsKey, "machine.routing.mode");
        final String mode = ROUTING.getOrDefault(routing, "dimension_order");
        machine.put("routing", "{mode: " + mode + ", vc_rule: static}");
        vcs();
        only("link_failures", "0", "every link works");
        final boolean cut = mode.equals("adaptive");
        final long depth = whole("vc_buf_size", 8, 1, 256, "machine.buffers.link_vc");
        if (cut && depth < CUT_THROUGH) {
            note("vc_buf_size", "raised to " + CUT_THROUGH + ": adaptive routing needs space for a packet");
        }
        machine.put("buffers", "{link_vc: " + (cut ? Math.max(depth, CUT_THROUGH) : depth) + "}");
        final boolean torus = whole("use_noc_latency", 1, 0, 1, "machine.latency.link, machine.latency.credit") == 1;
        machine.put("latency", torus ? "{link: 3, credit: 2}" : "{link: 2, credit: 1}");
        final String priority =
                word("priority", "none", p -> List.of("none", "age").contains(p), "machine.arbitration");
        machine.put("arbitration", priority.equals("age") ? "age" : "round_robin");
        return machine;
    }

    /** Refuses one VC a link: the machine of such a file can deadlock, and the one that is made cannot. */
    private void vcs() {
        if (!settings.containsKey("num_vcs")) {
            return;
        }
        if (settings.get("num_vcs").value().matches("[0-9]{1,6}")
                && Integer.parseInt(settings.get("num_vcs").value()) > 1) {
            note("num_vcs", "ignored: the VCs of a link are part of the RTL");
        } else {
            refuse(
                    "num_vcs",
                    "must be a whole number from 2: with one VC the rings of a torus can deadlock, and those of the"
                            + " machine that would be made cannot");
        }
    }

    private Map<String, String> workload() {
        final Map<String, String> workload = new LinkedHashMap<>();
        workload.put("kind", "traffic");
        workload.put("at", "local_ports");
        workload.put("pattern", word("traffic", "uniform", PATTERNS::contains, "workload.pattern"));
        final String size = settings.containsKey("packet_size") ? "packet_size" : "const_flits_per_packet";
        final long flits = whole(size, 1, 1, HwLayout.MAX_PACKET_FLITS, "workload.packet_flits");
        final boolean inFlits = whole("injection_rate_uses_flits", 0, 0, 1, "the unit of workload.load") == 1;
        final double rate = real("injection_rate", 0.1, "workload.load");
        final double load = inFlits ? rate : rate * flits;
        if (!(load > 0 && load <= 1)) {
            refuse("injection_rate", "offers " + load + " flits per node and cycle; must be more than 0 and at most 1");
        }
        workload.put("load", Double.toString(load));
        workload.put("packet_flits", Long.toString(flits));
        workload.put(
                "process",
                word(
                        "injection_process",
                        "bernoulli",
                        p -> List.of("bernoulli", "on_off").contains(p),
                        "workload.process"));
        workload.put(
                "sample_period", Long.toString(whole("sample_period", 1000, 1, 1_000_000, "workload.sample_period")));
        workload.put(
                "warmup_periods", Long.toString(whole("warmup_periods", 0, 0, 1_000_000, "workload.warmup_periods")));
        workload.put("max_samples", Long.toString(whole("max_samples", 10, 1, 1_000_000, "workload.max_samples")));
        workload.put("threshold", Double.toString(real("stopping_thres", 0.05, "workload.threshold")));
        workload.put("latency_limit", Double.toString(real("latency_thres", 500, "workload.latency_limit")));
        return workload;
    }

    // ---- values

    private void refuse(final String key, final String why) {
        final Setting setting = settings.get(key);
        mistakes.add(source + (setting == null ? "" : " line " + setting.line()) + ": " + key
                + (setting == null ? "" : " = " + setting.value()) + ": refused: " + why);
    }

    private void note(final String key, final String what) {
        final Setting setting = settings.get(key);
        notes.add((setting == null ? "" : "line " + setting.line() + ": ") + key
                + (setting == null ? ", not given" : " = " + setting.value()) + ": " + what);
    }

    private void only(final String key, final String value, final String why) {
        if (settings.containsKey(key) && !settings.get(key).value().equals(value)) {
            refuse(key, "must be " + value + ", for " + why);
        } else if (settings.containsKey(key)) {
            note(key, "as it is here");
        }
    }

    private String word(final String key, final String standard, final Predicate<String> allowed, final String target) {
        if (!settings.containsKey(key)) {
            note(key, standard + ", mapped to " + target);
            return standard;
        }
        final String value = settings.get(key).value();
        if (allowed.test(value)) {
            note(key, "mapped to " + target);
            return value;
        }
        refuse(key, "has nothing that corresponds in " + target);
        return standard;
    }

    private long whole(final String key, final long standard, final long low, final long high, final String target) {
        if (!settings.containsKey(key)) {
            return standard;
        }
        try {
            final long value = Long.parseLong(settings.get(key).value());
            if (value >= low && value <= high) {
                note(key, "mapped to " + target);
                return value;
            }
        } catch (final NumberFormatException e) {
            // refused below like every number outside the range
        }
        refuse(key, "must be a whole number from " + low + " to " + high);
        return standard;
    }

    private double real(final String key, final double standard, final String target) {
        if (!settings.containsKey(key)) {
            return standard;
        }
        final String text = settings.get(key).value();
        if (text.matches("[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?")) {
            note(key, "mapped to " + target);
            return Double.parseDouble(text);
        }
        refuse(key, "must be one number");
        return standard;
    }

    private String yaml(
            final String name, final long seed, final Map<String, String> machine, final Map<String, String> workload) {
        final StringBuilder yaml = new StringBuilder(String.format(
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
}
