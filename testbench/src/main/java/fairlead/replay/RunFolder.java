// SPDX-License-Identifier: Apache-2.0
package fairlead.replay;

import fairlead.hw.HwLayout;
import fairlead.launch.NativeProgram;
import fairlead.live.ProgramFile;
import fairlead.node.Observer;
import fairlead.plan.Plans;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.RunTexts;
import fairlead.run.Session;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The folder of a run as `fairlead run` writes it. Its summary.json has all that decides the events of the run. */
public final class RunFolder {
    private static final String SUMMARY = "summary.json";
    private static final String INTERRUPTED = "interrupted";
    private static final List<String> HASHED = List.of("event_sha256", "scenario", "engine", "ending");

    private final Path file;
    private final Tree top;
    private boolean captured;
    private String engine = "";
    private String note = "";

    private RunFolder(Path file, Tree top) {
        this.file = file;
        this.top = top;
    }

    /** Reads the folder; a BadInput says what it lacks. */
    public static RunFolder read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new BadInput(folder + ": is no folder of a run");
        }
        Path file = folder.resolve(SUMMARY);
        if (!Files.exists(file)) {
            throw new BadInput(folder + ": holds no " + SUMMARY + ", so it is no run's folder");
        }
        Tree top = Tree.read(InputText.of(file), file.toString(), true);
        if (!top.isMap()) {
            throw new BadInput(top.where() + ": a summary is a mapping of keys, not " + top.brief());
        }
        top.requireFormat(RunTexts.SCHEMA);
        RunFolder run = new RunFolder(file, top);
        HASHED.forEach(run::text);
        run.at("effective_config");
        run.at("verdicts");
        run.at("metrics");
        return run;
    }

    private Tree at(String key) {
        Tree value = top.entries().get(key);
        if (value == null) {
            throw new BadInput(top.where() + ": " + key + ": is missing; a run writes it");
        }
        return value;
    }

    private String text(String key) {
        Tree value = at(key);
        if (value.scalar() instanceof String text) {
            return text;
        }
        throw new BadInput(value.where() + ": " + key + " = " + value.brief() + ": must be a text");
    }

    boolean has(String key) {
        return top.entries().containsKey(key);
    }

    public Path place() {
        return file.getParent();
    }

    public String eventSha256() {
        return text("event_sha256");
    }

    /** Returns scenario, engine and ending in one line. */
    public String title() {
        return text("scenario") + " on " + text("engine") + ", " + text("ending");
    }

    /** Returns what may explain why this program cannot repeat the run, or an empty text. */
    public String otherLayout() {
        Tree versions = at("versions");
        Tree layout = versions.isMap() ? versions.entries().get("layout") : null;
        String was = layout == null ? "" : String.valueOf(layout.scalar());
        return was.equals(HwLayout.manifestHash())
                ? ""
                : "the run was made with layout " + was + ", and this program has " + HwLayout.manifestHash();
    }

    /** Returns the values below a key by their paths, as text. */
    public Map<String, String> leaves(String key) {
        Map<String, String> leaves = new LinkedHashMap<>();
        collect(at(key), key, leaves);
        return leaves;
    }

    private static void collect(Tree value, String path, Map<String, String> to) {
        if (value.isMap()) {
            value.entries().forEach((name, one) -> collect(one, path + "." + name, to));
        } else {
            to.put(path, value.toString());
        }
    }

    /** Returns a number of cycles at a key of its own. */
    long cycles() {
        Tree value = at("cycles");
        if (value.scalar() instanceof BigInteger n && n.signum() > 0 && n.bitLength() < Long.SIZE) {
            return n.longValueExact();
        }
        throw new BadInput(value.where() + ": cycles = " + value.brief() + ": must be an integer from 1");
    }

    private String option(String name, String standard) {
        Tree options = top.entries().get("run_options"); // a folder of an older version has none
        Tree value =
                options == null || !options.isMap() ? null : options.entries().get(name);
        return value == null ? standard : String.valueOf(value.scalar());
    }

    /** Lets a native run be repeated by its captured program, even if its executable is there. */
    public RunFolder captured() {
        captured = true;
        return this;
    }

    /** Lets the run be repeated on another engine: rtl, model or lockstep. */
    public RunFolder on(String other) {
        engine = other;
        at("effective_config").entries().put("engine", Tree.read(other, "--engine", false));
        return this;
    }

    /** Returns why the repeat has not run the native program itself, or an empty text. */
    public String note() {
        return note;
    }

    /** Returns the file of what a native program has printed, if the repeat has not run it; otherwise null. */
    public Path output() {
        return note.isEmpty() ? null : place().resolve(NativeProgram.OUTPUT);
    }

    /** Returns the captured program of a native run, if it must be played; otherwise null. */
    private Program program(Scenario scenario) {
        Path program = place().resolve(ProgramFile.NAME);
        if (!(scenario.workload() instanceof NativeProgram run)) {
            if (captured) {
                throw new BadInput(place() + ": --captured is for the run of a native program");
            }
            return null;
        }
        if (!captured && !Files.exists(program)) { // of an older version, or alone
            return null;
        }
        try {
            ProgramFile read = ProgramFile.read(program, scenario.source().machine());
            String now = run.digest();
            if (!captured && now.equals(read.binary())) {
                return null;
            }
            note = captured
                    ? "its captured program was played"
                    : run.command().get(0) + (now.isEmpty() ? " is missing" : " has changed")
                            + ", so its captured program was played";
            return read.program();
        } catch (ProgramException e) {
            throw new BadInput(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Session session() {
        Scenario scenario = ScenarioReader.of(at("effective_config"), file.toString(), text("scenario"));
        boolean twin = "model".equals(scenario.engine());
        String library = twin || !engine.isEmpty()
                ? RtlOptions.PRODUCT.variant()
                : option("library", RtlOptions.PRODUCT.variant());
        if (!FabricLibrary.TILES.contains(library)) {
            throw new BadInput(at("run_options").where() + ": run_options.library = " + library + ": must be one of "
                    + String.join(", ", FabricLibrary.TILES));
        }
        Program program = program(scenario);
        RunPlan plan = program == null
                ? Plans.of(scenario, RtlOptions.of(library))
                : Plans.of(scenario, RtlOptions.of(library), program);
        // a run that was interrupted has the events before its last cycle
        Session session =
                new Session(text("ending").startsWith(INTERRUPTED) ? plan.until(cycles()) : plan, flag("allow_unsafe"));
        return flag("keep_going") ? session.keepGoing() : session;
    }

    private boolean flag(String name) {
        return Boolean.parseBoolean(option(name, "false"));
    }

    /**
     * What a repeat gave.
     *
     * @param recorded event hash of the folder
     */
    public record Outcome(RunReport report, String recorded) {
        public boolean isSame() {
            return report.eventSha256().equals(recorded);
        }
    }

    public Outcome replay(Observer... observers) {
        return new Outcome(session().run(executor -> {}, observers).report(), eventSha256());
    }
}
