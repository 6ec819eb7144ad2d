// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Compiles sources that are not part of the build, and runs their tests in this process. */
public final class ForeignTests {
    private ForeignTests() {}

    /** Compiles sources against the class path of this process into a folder. */
    public static void compile(List<Path> sources, Path folder) throws IOException {
        StringWriter said = new StringWriter();
        var javac = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-implicit:none",
                    "-d",
                    folder.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            boolean compiled = javac.getTask(
                            said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertTrue(compiled, said::toString);
        }
    }

    /**
     * Compiles classes of a package and runs those of their tests that a filter leaves.
     *
     * @param name name of the package
     * @param folder gets the classes, and in {@code kept} the artefacts of failed tests
     */
    public static TestExecutionSummary run(String name, List<Path> sources, Path folder, PostDiscoveryFilter... which)
            throws Exception {
        compile(sources, folder);
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        System.setProperty("fairlead.artefacts", folder.resolve("kept").toString());
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ForeignTests.class.getClassLoader())) {
            LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
            for (Path source : sources) {
                String type = source.getFileName().toString().replace(".java", "");
                request.selectors(selectClass(loader.loadClass(name + "." + type)));
            }
            LauncherFactory.create().execute(request.filters(which).build(), listener);
        } finally {
            System.clearProperty("fairlead.artefacts");
        }
        return listener.getSummary();
    }
}
