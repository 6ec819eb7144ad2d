// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.deadlock.StaticCheck;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Class routes that are given link by link: trees are read, anything else is one clear line. */
@Tag("M-820")
class ClassRouteReaderTest {
    private static final Shape SHAPE = new Shape(2, 2, 2);

    @TempDir
    private Path folder;

    private Path file(String rows) throws IOException {
        return Files.writeString(folder.resolve("routes.csv"), rows.replace(';', '\n'));
    }

    @Test
    void treesWithAnyRootAreSafe() throws IOException {
        Path routes = file("route,node,parent;# the root is node 3;0,3,;0,1,3;0,0,1;0,7,3;0,2,0;1,0,;1,1,0");
        CheckResult result = new StaticCheck(VcRule.DATELINE, 2)
                .with(ClassRouteReader.read(routes, SHAPE.nodes()))
                .check(SHAPE);
        assertEquals(
                4, result.cycle().size(), "the class routes have opposite directions on the link of nodes 0 and 1");
        Path one = file("route,node,parent;0,3,;0,1,3;0,0,1;0,7,3;0,2,0");
        assertTrue(new StaticCheck(VcRule.DATELINE, 2)
                .with(ClassRouteReader.read(one, SHAPE.nodes()))
                .check(SHAPE)
                .safe());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0,0,1;0,1,0 | : class route 0: a cycle of parents: 0 -> 1 -> 0",
                "0,0,;0,1,0;0,6, | : class route 0: it has 2 roots, nodes {0, 6}",
                "0,1,0;0,4,1 | line 2: node 1 is an orphan: its parent 0 has no row in class route 0",
                "0,0,;0,5,0 | line 3: no link of the network leads from node 5 to node 0",
                "0,0,;0,0, | line 3: node 0 of class route 0 is there twice",
                "4,0, | line 2: route = 4: must be an integer from 0 to 3",
                "0,8, | line 2: node = 8: must be an integer from 0 to 7",
                "0,1,x | line 2: parent = x: must be an integer from 0 to 7",
                "0,1 | line 2: has 2 cells, not 3",
                "# nothing | : has no row, so there is no class route to check",
            })
    void whatIsNoTreeIsNamed(String rows, String message) throws IOException {
        Path routes = file("route,node,parent;" + rows);
        BadInput bad = assertThrows(BadInput.class, () -> ClassRouteReader.read(routes, SHAPE.nodes()));
        assertTrue(bad.getMessage().contains(message), bad.getMessage());
    }

    @Test
    void aFileWithoutTheHeadIsNoFileOfClassRoutes() throws IOException {
        Path routes = file("node,route;0,0");
        BadInput bad = assertThrows(BadInput.class, () -> ClassRouteReader.read(routes, SHAPE.nodes()));
        assertTrue(bad.getMessage().endsWith("line 1: the head must be route,node,parent"), bad.getMessage());
    }
}
