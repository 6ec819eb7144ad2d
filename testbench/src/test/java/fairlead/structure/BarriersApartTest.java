// SPDX-License-Identifier: Apache-2.0
package fairlead.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The patterns of the barriers of different class routes never meet: in the emitted Verilog of ClassRouteBarriers, unit
 * and leg of a class route see its pins, each other, the commands and the configuration, and nothing of another one.
 */
@Tag("M-548")
class BarriersApartTest {
    private static final Path FILE = Path.of(System.getenv().getOrDefault("FAIRLEAD_ROOT", ".."))
            .resolve("hw/target/rtl/product/ClassRouteBarriers.sv");
    private static final int ROUTES = 4;
    private static final Pattern INSTANCE =
            Pattern.compile("(?m)^  (BarrierUnit|BarrierLeg) (\\w+?)(?:_(\\d))? \\(\\n(.*?)^  \\);", Pattern.DOTALL);
    /** What belongs to one class route: pins, and what a unit or leg shows. Without a number it is class route 0. */
    private static final Pattern OWNED =
            Pattern.compile("_busy_(?:unit|leg)(?:_(\\d))?_io|io_(?:in|out|joinEvents|releaseEvents)_(\\d)");

    private static int number(String text) {
        return text == null ? 0 : Integer.parseInt(text);
    }

    /** Returns each connection of an instance to something of another class route than its own. */
    private static List<String> strays(String verilog) {
        List<String> strays = new ArrayList<>();
        int seen = 0;
        Matcher instance = INSTANCE.matcher(verilog);
        while (instance.find()) {
            int route = number(instance.group(3));
            Matcher owned = OWNED.matcher(instance.group(4));
            while (owned.find()) {
                seen++;
                int other = number(owned.group(1) != null ? owned.group(1) : owned.group(2));
                if (other != route) {
                    strays.add(instance.group(1) + " of class route " + route + " and " + owned.group());
                }
            }
        }
        assertEquals(2 * ROUTES, instance.reset().results().count(), "units and legs");
        assertTrue(seen >= 12 * ROUTES, "connections seen: " + seen);
        return strays;
    }

    @Test
    void nothingOfAClassRouteIsSeenByAnother() throws IOException {
        assertEquals(List.of(), strays(Files.readString(FILE)));
    }

    @Test
    void aConnectionToAnotherClassRouteIsFound() throws IOException {
        String verilog = Files.readString(FILE);
        String pins = verilog.replace("(io_in_1)", "(io_in_0)");
        assertEquals(List.of("BarrierLeg of class route 1 and io_in_0"), strays(pins));
        String patterns = verilog.replace("(_busy_leg_2_io_all),", "(_busy_leg_3_io_all),");
        assertTrue(strays(patterns).contains("BarrierUnit of class route 2 and _busy_leg_3_io"), patterns);
    }
}
