// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No method of the main sources has more than 60 lines. */
@Tag("M-170")
class MethodLengthTest {
    private static final int MOST = 60;
    private static final List<String> ROOTS =
            List.of("../sim-java/src/main/java", "src/main/java", "spark/src/main/java", "lab/src/main/java");

    /** Returns the methods with more than `most` lines, from their modifiers to their last brace. */
    private static List<String> longer(Iterable<? extends JavaFileObject> sources, int most) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(null, null, null, List.of(), null, sources);
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            LineMap lines = unit.getLineMap();
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree method, Void nothing) {
                    if (method.getBody() != null) {
                        long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                        long last = lines.getLineNumber(positions.getEndPosition(unit, method));
                        if (last - first + 1 > most) {
                            found.add(unit.getSourceFile().getName() + ":" + first + ": " + method.getName() + " has "
                                    + (last - first + 1) + " lines, at most " + most);
                        }
                    }
                    return super.visitMethod(method, nothing);
                }
            }.scan(unit, null);
        }
        return found;
    }

    @Test
    void noMethodHasMoreThan60Lines() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String root : ROOTS) {
            try (Stream<Path> tree = Files.walk(Path.of(root))) {
                tree.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
            }
        }
        assertTrue(files.size() > 500, files.size() + " files");
        try (StandardJavaFileManager manager =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            assertEquals(List.of(), longer(manager.getJavaFileObjectsFromPaths(files), MOST));
        }
    }

    @Test
    void aMethodOfOneLineTooManyIsFound() throws IOException {
        String text = "class A {\n    void small() {\n        one();\n    }\n\n    void large() {\n        one();\n"
                + "        two();\n    }\n}\n";
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        assertEquals(List.of("/A.java:6: large has 4 lines, at most 3"), longer(List.of(source), 3));
    }
}
