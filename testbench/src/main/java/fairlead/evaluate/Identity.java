// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineStructure;
import fairlead.plan.Plans;
import fairlead.rtl.NativeLibraries;
import fairlead.rtl.OwnUnits;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The key of a simulation: SHA-256 over the effective scenario as canonical JSON (keys sorted, no spaces) and over the
 * code. The code is the layouts, all classes of the simulator and of the packages that run it, and, for the engine rtl,
 * the product library. Equal keys mean equal results, so no result is computed twice.
 *
 * @param structure the structure of the machine
 */
public record Identity(String key, MachineStructure structure) implements Serializable {
    private static final ObjectMapper CANONICAL =
            new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final Map<Boolean, String> CODE = new ConcurrentHashMap<>();

    /** Returns the key of a job, which a process of the structure that it asks for knows. */
    static Identity of(Job job) {
        return Workers.ask(job, scenario -> new Identity(key(scenario), MachineStructure.loaded()));
    }

    public static String key(Scenario scenario) {
        Map<String, List<String>> own = scenario.machine().rtl();
        String code = code(!"model".equals(scenario.engine()) && scenario.openLoop() == null)
                + (own.isEmpty() ? "" : OwnUnits.id(own));
        try {
            return DigestUtils.sha256Hex(CANONICAL.writeValueAsString(scenario.effective()) + "\0" + code);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the hash of the code; it is computed once per process. */
    private static String code(boolean rtl) {
        return CODE.computeIfAbsent(rtl, with -> {
            MessageDigest digest = DigestUtils.getSha256Digest();
            digest.update(HwLayout.manifestHash().getBytes(StandardCharsets.UTF_8));
            try {
                addClasses(digest, Scenario.class, "fairlead");
                addClasses(digest, Plans.class, "fairlead/plan");
                addClasses(digest, Identity.class, "fairlead/evaluate");
                if (with) {
                    digest.update(Files.readAllBytes(NativeLibraries.path("product")));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return HexFormat.of().formatHex(digest.digest());
        });
    }

    /** Adds all class files under `folder`, sorted by name, from the jar or directory that holds the class `of`. */
    private static void addClasses(MessageDigest digest, Class<?> of, String folder) throws IOException {
        URI place = URI.create(
                of.getProtectionDomain().getCodeSource().getLocation().toString());
        if (Files.isDirectory(Path.of(place))) {
            add(digest, Path.of(place), folder);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
                add(digest, jar.getPath("/"), folder);
            }
        }
    }

    private static void add(MessageDigest digest, Path root, String folder) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(folder))) {
            for (Path file : all.filter(f -> f.toString().endsWith(".class"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList()) {
                digest.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
        }
    }
}
