// SPDX-License-Identifier: Apache-2.0
package fairlead.api.junit;

import fairlead.api.EngineKind;
import fairlead.api.Machine;
import fairlead.api.MachineRun;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that gets a {@link Machine} as a parameter. It fails as any test does, and also when a run of its
 * machine has a violated verdict or does not complete, or when nothing was run at all. A failed test prints its seed
 * and one line that repeats it, and keeps its last run in {@code target/fairlead/<class>.<method>}: summary.json,
 * ops.csv, report.html, trace.json, and scenario.yaml for a workload. The system property {@code fairlead.artefacts}
 * names another folder, and {@code fairlead.seed} another seed for all tests. An annotation of your own that carries
 * this one stands for it.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(FairleadExtension.class)
public @interface FairleadTest {
    /** Returns the size of the torus. */
    String shape() default "2x2x2";

    /** Returns what runs the programs. */
    EngineKind engine() default EngineKind.RTL;

    /** Returns the seed of everything that is drawn. */
    long seed() default 1;

    /** Returns whether each execution draws a seed of its own in place of {@link #seed}. */
    boolean drawSeed() default false;

    /** Returns further keys as {@code path=value}, such as {@code machine.buffers.link_vc=2}; the value is YAML. */
    String[] set() default {};

    /** Returns whether the runs are judged; otherwise the test itself looks at {@link MachineRun#verdicts}. */
    boolean judge() default true;
}
