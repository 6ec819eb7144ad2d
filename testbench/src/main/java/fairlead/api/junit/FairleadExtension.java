// SPDX-License-Identifier: Apache-2.0
package fairlead.api.junit;

import fairlead.api.Machine;
import fairlead.api.MachineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link FairleadTest} does: it makes the machine, judges its runs and keeps the artefacts of a failure. */
public final class FairleadExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(FairleadExtension.class);

    /** The seed of a test and the runs of its machine. */
    private static final class Record {
        private final long seed;
        private final List<MachineRun> runs = new ArrayList<>();

        Record(long seed) {
            this.seed = seed;
        }
    }

    /** Makes the extension; JUnit does so. */
    public FairleadExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Machine.class
                && AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), FairleadTest.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        FairleadTest test = annotation(context);
        Record record = new Record(seed(test));
        context.getStore(NAMESPACE).put(Record.class, record);
        context.publishReportEntry("fairlead.repeat", repeat(context, record.seed));
        Machine.Builder builder = Machine.builder()
                .shape(test.shape())
                .engine(test.engine())
                .seed(record.seed)
                .onRun(record.runs::add);
        for (String setting : test.set()) {
            builder.setText(setting);
        }
        return builder.build();
    }

    private static FairleadTest annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), FairleadTest.class)
                .orElseThrow();
    }

    private static long seed(FairleadTest test) {
        Long given = Long.getLong("fairlead.seed");
        return given != null ? given : test.drawSeed() ? new SplittableRandom().nextLong(Long.MAX_VALUE) : test.seed();
    }

    private static String repeat(ExtensionContext context, long seed) {
        return "mvn test -Dtest='" + context.getRequiredTestClass().getName() + "#"
                + context.getRequiredTestMethod().getName() + "' -Dfairlead.seed=" + seed;
    }

    /** Judges the runs, and keeps the artefacts if the test or a run fails. */
    @Override
    public void afterTestExecution(ExtensionContext context) throws IOException {
        Record record = context.getStore(NAMESPACE).get(Record.class, Record.class);
        if (record == null) {
            return; // no machine was asked for
        }
        Throwable thrown = context.getExecutionException().orElse(null);
        AssertionError judged = thrown == null ? judge(context, record) : null;
        if (thrown == null && judged == null) {
            return;
        }
        System.err.println("fairlead: " + context.getDisplayName() + " failed with seed " + record.seed
                + "; repeat with: " + repeat(context, record.seed));
        if (!record.runs.isEmpty()) {
            keep(context, record.runs.get(record.runs.size() - 1));
        }
        if (judged != null) {
            throw judged;
        }
    }

    private static AssertionError judge(ExtensionContext context, Record record) {
        FairleadTest test = annotation(context);
        if (record.runs.isEmpty()) {
            return new AssertionError("the test has run nothing on its machine");
        }
        if (test.judge()) {
            for (MachineRun run : record.runs) {
                try {
                    run.requireVerdicts();
                } catch (AssertionError e) {
                    return e;
                }
            }
        }
        return null;
    }

    private static void keep(ExtensionContext context, MachineRun run) throws IOException {
        Path all = Path.of(System.getProperty("fairlead.artefacts", "target/fairlead"));
        String name = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
        Path folder = all.resolve(name);
        for (int i = 2; Files.exists(folder); i++) {
            folder = all.resolve(name + "." + i);
        }
        try {
            run.save(folder);
            System.err.println("fairlead: artefacts: " + folder);
        } catch (RuntimeException e) {
            System.err.println("fairlead: no artefacts: " + e.getMessage());
        }
    }
}
