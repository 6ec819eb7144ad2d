// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.evaluate.Campaign;
import fairlead.run.ScratchFolder;
import fairlead.run.ToolException;
import fairlead.run.WholeFile;
import fairlead.search.BufferUnit.At;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The energy of a run in the buffer units of all nodes: what a unit needs at rest times the cycles, and what it needs
 * when it is busy times its busy cycles, which follow from counts of the run (docs/use/area.md).
 */
public final class Energy implements Area {
    private static final String SCRIPT = "read_verilog -sv unit.sv; synth -flatten -auto-top; dfflibmap -liberty @LIB@;"
            + " abc -liberty @LIB@; setundef -zero; opt_clean -purge; write_json netlist.json";
    private static final double NANO = 1e-3; // of a pJ
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CellArea area;
    private final Path cache;
    private final Liberty.Power power;
    private final String origin; // what else the figures of a unit depend on
    private final int jobs;
    private final Consumer<String> progress;
    private final Map<String, UnitEnergy> known = new ConcurrentHashMap<>(); // by Verilog

    private Energy(CellArea area, Path cache, int jobs, Consumer<String> progress) throws IOException {
        CellTools tools = area.tools;
        this.area = area;
        this.cache = Files.createDirectories(cache);
        this.jobs = jobs;
        this.progress = progress;
        power = Liberty.power(tools.library());
        String version =
                CellTools.run(cache, List.of(tools.yosys().toString(), "-V")).strip();
        origin = UnitEnergy.RULE + SCRIPT + version + DigestUtils.sha256Hex(Files.readAllBytes(tools.library()));
    }

    /**
     * Returns the model with the tools and the library of a model of area; a BadInput names what the library lacks.
     *
     * @param cache the folder of the figures of units
     * @param jobs the number of units that are mapped at a time
     */
    static Energy open(Area area, Path cache, int jobs, Consumer<String> progress) {
        if (!(area instanceof CellArea cells)) {
            throw new ToolException("energy needs yosys, a cell library and the elaborator. " + area.source());
        }
        try {
            return new Energy(cells, cache, jobs, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the model with the tools of PATH.
     *
     * @param liberty the cell library, or null for the standard one
     */
    public static Energy standard(Path liberty, int jobs, Consumer<String> progress) {
        Path root = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".")).toAbsolutePath();
        return open(CellArea.standard(liberty, null, jobs, progress), root.resolve("target/area"), jobs, progress);
    }

    @Override
    public double of(PointFacts point) {
        return area.of(point);
    }

    @Override
    public void prepare(Collection<PointFacts> points) {
        area.prepare(points);
    }

    @Override
    public String unit() {
        return area.unit();
    }

    @Override
    public String source() {
        return area.source() + " Energy is that of the same units in all nodes, during a run.";
    }

    /**
     * The energy of the units of one kind and depth in all nodes.
     *
     * @param count units of one node
     * @param figures of one unit
     * @param busyCycles of all these units
     */
    public record Part(At at, double count, UnitEnergy figures, double busyCycles, double cycles) {
        /** Returns nJ at rest, for all cycles. */
        double rest() {
            return figures.rest() * cycles * NANO;
        }

        double busy() {
            return figures.busy() * busyCycles * NANO;
        }

        double all() {
            return rest() + busy();
        }
    }

    @Override
    public double energy(PointFacts point, Map<String, Double> counts) {
        return parts(point, counts).stream().mapToDouble(Part::all).sum();
    }

    /**
     * Returns the parts of the energy.
     *
     * @param counts of the run: completion_time, packets, flits and flit_hops
     */
    public List<Part> parts(PointFacts point, Map<String, Double> counts) {
        return parts(point, figures(point), counts);
    }

    static List<Part> parts(PointFacts point, Map<At, UnitEnergy> units, Map<String, Double> counts) {
        return point.units().entrySet().stream()
                .map(unit -> {
                    BufferUnit kind = unit.getKey().unit();
                    double alike = point.units().entrySet().stream()
                            .filter(other -> other.getKey().unit() == kind)
                            .mapToDouble(Map.Entry::getValue)
                            .sum();
                    return new Part(
                            unit.getKey(),
                            unit.getValue(),
                            units.get(unit.getKey()),
                            busyCycles(kind, counts) * unit.getValue() / alike,
                            counts.get("completion_time") * point.nodes() * unit.getValue());
                })
                .toList();
    }

    /** Returns the busy cycles of all units of a kind: one when something enters, and one when it leaves. */
    static double busyCycles(BufferUnit kind, Map<String, Double> counts) {
        return 2
                * switch (kind) {
                    case LINK_INPUT -> counts.get("flit_hops") - counts.get("flits");
                    case LOCAL_INPUT, EJECTION -> counts.get("flits");
                    case HEADER_QUEUE, COMMIT_SLOTS -> counts.get("packets");
                    default -> 0;
                };
    }

    private Map<At, UnitEnergy> figures(PointFacts point) {
        try {
            Map<At, String> texts = area.verilog(point);
            List<String> missing = texts.values().stream()
                    .distinct()
                    .filter(text -> !known.containsKey(text))
                    .toList();
            Campaign.run(missing, jobs, this::figures, known::put);
            Map<At, UnitEnergy> units = new LinkedHashMap<>();
            texts.forEach((at, text) -> units.put(at, known.get(text)));
            return units;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private UnitEnergy figures(String verilog) throws IOException {
        MessageDigest digest = DigestUtils.getSha256Digest();
        digest.update(origin.getBytes(StandardCharsets.UTF_8));
        byte[] key = digest.digest(verilog.getBytes(StandardCharsets.UTF_8));
        Path kept = cache.resolve(HexFormat.of().formatHex(key) + ".json");
        if (Files.exists(kept)) {
            return JSON.readValue(kept.toFile(), UnitEnergy.class);
        }
        progress.accept("energy: yosys maps a unit");
        try (ScratchFolder work = new ScratchFolder("energy")) {
            Files.writeString(work.place().resolve("unit.sv"), verilog);
            area.tools.yosys(work.place(), SCRIPT);
            UnitEnergy found = UnitEnergy.of(
                    JSON.readTree(work.place().resolve("netlist.json").toFile()), power);
            WholeFile.write(kept, JSON.writeValueAsString(found) + "\n");
            return found;
        }
    }

    /** Returns the parts as a table, with the sums, and what is not in them. */
    public static String table(List<Part> parts) {
        StringBuilder text = new StringBuilder(
                "unit         depth  pJ at rest    pJ busy  busy cycles     nJ at rest        nJ busy\n");
        double leakage = 0;
        for (Part part : parts) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-12s %5d %11.2f %10.2f %12.0f %14.2f %14.2f%n",
                    part.at.unit().word(),
                    part.at.depth(),
                    part.figures.rest(),
                    part.figures.busy(),
                    part.busyCycles,
                    part.rest(),
                    part.busy()));
            leakage += part.figures.leakage() * part.count;
        }
        double rest = parts.stream().mapToDouble(Part::rest).sum();
        double busy = parts.stream().mapToDouble(Part::busy).sum();
        return text
                + String.format(
                        Locale.ROOT,
                        "%.2f nJ: %.2f at rest and %.2f busy; leakage of a node %.2f nW, which is not counted%n",
                        rest + busy,
                        rest,
                        busy,
                        leakage);
    }
}
