// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Pointer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the properties of each library and the machines that it accepts. */
@Tag("M-69")
class FabricVariantTest extends FabricFixture {
    /** A flat library has a fixed shape and fixed links, and cannot stall stores. */
    @ParameterizedTest(name = "{0}x{1}x{2}, links {3}, {4}, bypass {5}: {6}")
    @CsvSource({
        "2, 2, 1, 2, 2, 0, ''",
        "1, 2, 1, 2, 2, 0, one shape",
        "2, 1, 1, 2, 2, 0, one shape",
        "2, 2, 2, 2, 2, 0, one shape",
        "2, 2, 1, 3, 2, 0, link latencies",
        "2, 2, 1, 2, 1, 0, link latencies",
        "2, 2, 1, 2, 2, 1, no DLA_BYPASS"
    })
    void aFlatLibraryHasOneMachine(int kx, int ky, int kz, int link, int credit, int bypass, String what) {
        FabricAbi flat = FabricLibrary.variant("flat4").abi();
        int[] first = {kx, ky, kz, link, credit};
        for (int i = 0; i < first.length; i++) {
            words.putLong(8 * i, first[i]);
        }
        ByteBuffer handle = direct(8);
        int count = FabricAbi.C_MEMORY_LATENCY + 3 * kx * ky * kz;
        int status = flat.fl_create(at(words), count, at(handle));
        long made = handle.getLong(0);
        try {
            if (status == FabricAbi.OK) {
                RtlConfiguration.apply(
                        CONFIG, (node, register, value) -> flat.fl_configure(made, node, register, value));
                for (int node = 0; node < 4; node++) {
                    flat.fl_configure(made, node, ConfigReg.TASKS, 1);
                }
                flat.fl_configure(made, 3, ConfigReg.DLA_BYPASS, bypass);
                status = flat.fl_reset(made);
            }
            String text = flat.fl_last_error(made);
            assertEquals(what.isEmpty() ? FabricAbi.OK : FabricAbi.E_CONFIG, status, text);
            assertTrue(text.contains(what), text);
        } finally {
            flat.fl_destroy(made);
        }
    }

    /** With packets as slots, this flaw changes the meaning of a credit; others may be of one node. */
    @Test
    @Tag("M-63")
    void bothEndsOfALinkHaveTheFlawOfSlotsOrNone() {
        FabricAbi lab = FabricLibrary.variant("lab").abi();
        for (int node = 0; node < NODES; node++) {
            assertEquals(FabricAbi.OK, lab.fl_create(at(words), FabricAbi.C_MEMORY_LATENCY + 3 * NODES, at(out)));
            long handle = out.getLong(0);
            RtlConfiguration.apply(CONFIG, (each, register, value) -> lab.fl_configure(handle, each, register, value));
            lab.fl_configure(handle, node, ConfigReg.UNSAFE, UnsafeVariant.SHALLOW_ADAPTIVE);
            assertEquals(FabricAbi.E_CONFIG, lab.fl_reset(handle));
            lab.fl_configure(handle, 1 - node, ConfigReg.UNSAFE, UnsafeVariant.SHALLOW_ADAPTIVE);
            assertEquals(FabricAbi.OK, lab.fl_reset(handle), lab.fl_last_error(handle));
            assertEquals(FabricAbi.OK, lab.fl_destroy(handle));
        }
    }

    /** A fabric without the optional registers runs as if they were zero. */
    @Test
    void aRegisterThatMayBeLeftOutIsZero() {
        String[] told = new String[2];
        for (int i = 0; i < told.length; i++) {
            boolean leaves = i == 0;
            long handle = created();
            RtlConfiguration.apply(CONFIG, (node, register, value) -> {
                if (!leaves || register < ConfigReg.DLA_EVENT_CREDITS || register == ConfigReg.ROUTING) {
                    ok(handle, abi.fl_configure(handle, node, register, value));
                }
            });
            ok(handle, abi.fl_reset(handle));
            run(handle, 100);
            ok(handle, abi.fl_inspect(handle, 1, at(out), out.capacity()));
            told[i] = new Pointer(at(out)).getString(0);
        }
        assertEquals(told[1], told[0]);
    }

    /** The capabilities of a library are exactly the limits in the manifest. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"product", "lab", "small", "flat4"})
    void aLibraryIsWhatTheManifestSays(String name) throws IOException {
        Path manifest = Path.of(System.getProperty("user.dir")).resolveSibling("hw/target/manifest.json");
        JsonNode all = new ObjectMapper().readTree(manifest.toFile());
        Map<String, String> said = FabricLibrary.variant(name)
                .abi()
                .fl_capabilities()
                .lines()
                .collect(Collectors.toMap(line -> line.split("=")[0], line -> line.split("=")[1]));
        JsonNode own = all.get("variants").get(name);
        Map<String, String> expected = new TreeMap<>();
        own.fields()
                .forEachRemaining(e -> expected.put(
                        e.getKey(),
                        e.getValue().isBoolean()
                                ? e.getValue().asBoolean() ? "1" : "0"
                                : e.getValue().asText()));
        expected.put("variant", name);
        expected.put("vcsPerClass", String.valueOf(HwLayout.VCS_PER_CLASS));
        expected.put("waves", name.equals("lab") ? "1" : "0");
        expected.put("flat", name.startsWith("flat") ? "1" : "0");
        expected.put("threads", name.startsWith("flat") ? "1" : "64");
        assertEquals(expected, new TreeMap<>(said));
    }
}
