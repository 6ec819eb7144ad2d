// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What of a machine is fixed by elaboration (decision 18): a value for each key of {@link HwLayout#STRUCTURE}.
 */
public record MachineStructure(Map<String, Integer> values) implements Serializable {
    private static final String PAYLOAD = "maxPayload";

    /** The structure that the build makes. */
    public static final MachineStructure STANDARD = of(StructureKey::standard);

    /** Flits of the longest packet of any structure. */
    public static final int MOST_PACKET_FLITS =
            packetFlits(StructureKey.of(PAYLOAD).most());

    private static final int ID_DIGITS = 12;

    public MachineStructure {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static MachineStructure loaded() {
        return of(key -> LoadedStructure.value(key.name(), key.standard()));
    }

    public static MachineStructure of(ToIntFunction<StructureKey> value) {
        Map<String, Integer> values = new LinkedHashMap<>();
        HwLayout.STRUCTURE.forEach(key -> values.put(key.name(), value.applyAsInt(key)));
        return new MachineStructure(values);
    }

    /** Returns whether links have adaptive VCs, without which no packet is adaptive. */
    public boolean hasAdaptiveVcs() {
        return values.get("vcsPerClass") > HwLayout.ESCAPE_VCS;
    }

    public int localPorts() {
        return values.get("localPorts");
    }

    private static int packetFlits(int payload) {
        return 1 + payload / HwLayout.FLIT_BYTES;
    }

    public int maxPacketFlits() {
        return packetFlits(values.get(PAYLOAD));
    }

    /** Returns whether a node has more counters, or more epochs, than the words of other structures have room for. */
    public boolean hasLargeTables() {
        return Stream.of("counters", "originEpochs", "targetEpochs")
                .anyMatch(table -> values.get(table) > HwLayout.SMALL_TABLE);
    }

    /** Returns the most bytes of memory of a node: large tables take bits of the addresses. */
    public int mostMemory() {
        return 1 << (hasLargeTables() ? HwLayout.LEAST_ADDRESS_BITS : HwLayout.MOST_ADDRESS_BITS);
    }

    public int maxK() {
        return Math.min(1 << values.get("coordinateBits"), HwLayout.WIDEST_K);
    }

    /** Returns the VCs of a link that packets of all classes share, or 0 if packets have the VCs of their class. */
    public int sharedVcs() {
        return values.get("sharedVcs");
    }

    /** Returns whether a coordinate has more bits than the headers of tiles have room for. */
    public boolean hasWideCoordinates() {
        return !values.get("coordinateBits").equals(STANDARD.values.get("coordinateBits"));
    }

    public boolean hasTiles() {
        return !hasWideCoordinates() && sharedVcs() == 0;
    }

    public Map<String, Object> keys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        HwLayout.STRUCTURE.forEach(key -> keys.put(key.key(), values.get(key.name())));
        return keys;
    }

    /** Returns a line `name=value` for each key: what elaboration reads. */
    public String text() {
        return values.entrySet().stream().map(key -> key + "\n").collect(Collectors.joining());
    }

    /** Returns the name of the structure's folder: twelve digits of the hash of its text. */
    public String id() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
