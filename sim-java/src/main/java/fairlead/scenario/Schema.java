// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.workload.pattern.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The table of all keys of `fairlead.scenario/1`, in the resource `scenario.keys`, and the names of keys. */
final class Schema {
    static final String NAME = "fairlead.scenario/1";
    static final String LINK_VC = "machine.buffers.link_vc";
    static final String MODE = "machine.routing.mode";
    static final String ESCAPE = "machine.routing.escape";
    static final String SELECT = "machine.routing.select";
    static final String BARRIER_NETWORK = "machine.barrier.network";
    static final String ROUTES = "machine.collective.routes";
    static final String IO_RATIO = "machine.io_ratio";
    static final String UNSAFE = "machine.unsafe.variant";
    static final String RTL = "machine.rtl";
    static final String TASKS = "machine.tasks_per_node";
    static final String GROUPS = "groups";
    static final String ITEMS = "workload.items";
    static final String KIND = "workload.kind";
    static final String NATIVE = "native";
    static final long NATIVE_MEMORY = 1 << 24;
    static final String PROGRAM = "workload.program";
    static final String AT = "workload.at";
    static final String LOCAL_PORTS = "local_ports";
    static final int STATUS_BYTES = 16;
    static final int MAX_LENGTH = (1 << HwLayout.LENGTH_BITS) - 1;

    /** The machine from which the defaults come; only its shape is given. */
    private static final MachineConfig MACHINE =
            MachineConfig.of(new Shape(1, 1, 1)).build();

    private static final Map<String, Object> SYMBOLS = symbols();
    private static final KeyTable TABLE = new KeyTable(Schema.class, "scenario.keys", Schema::symbol);

    private static final Map<String, String> GENERATORS = new LinkedHashMap<>(); // names of classes, by kind
    private static final Map<String, List<Key>> WORKLOADS = new ConcurrentHashMap<>(); // by kind, if it was asked for

    static {
        for (Key kind : inner("kinds")) {
            GENERATORS.put(kind.path(), "fairlead." + kind.words().get(0));
        }
        SYMBOLS.put("KINDS", List.copyOf(GENERATORS.keySet()));
    }

    static final List<Key> KEYS = TABLE.keys("", "");

    private static final List<Key> RULES = inner("rules");

    private Schema() {}

    static Set<String> kinds() {
        return GENERATORS.keySet();
    }

    /** Returns the keys of a kind of workload. Only these are read, which shortens the start-up time. */
    static List<Key> workload(String kind) {
        return WORKLOADS.computeIfAbsent(kind, k -> TABLE.keys(k, "workload."));
    }

    static List<Key> inner(String section) {
        return TABLE.keys("-" + section, "");
    }

    /** Returns the message of a rule between keys, with the numbers that it names as `{0}`. */
    static String rule(String name, Object... parts) {
        String text = Key.of(RULES, name).doc();
        for (int i = 0; i < parts.length; i++) {
            text = text.replace("{" + i + "}", String.valueOf(parts[i]));
        }
        return text;
    }

    /** Returns the generator of a kind: a record whose components are keys of the kind. */
    static Class<? extends Workload> generator(String kind) {
        try {
            return Class.forName(GENERATORS.get(kind)).asSubclass(Workload.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(kind, e);
        }
    }

    private static Map<String, Object> symbols() {
        int memory = 1 << HwLayout.ADDRESS_BITS;
        Map<String, Object> all = new HashMap<>();
        all.put("MAX", Long.MAX_VALUE);
        all.put("LENGTH", MAX_LENGTH);
        all.put("MEMORY", memory);
        all.put("LAST_STATUS", memory - STATUS_BYTES);
        all.put("ONE_RANK", "num_ranks 1\nrank 0 {\n}\n");
        all.put("ONE_BARRIER", List.of(Map.of(ItemKeys.COLLECTIVE, Map.of("op", "barrier"))));
        all.put("A_OUT", List.of("a.out"));
        all.put("TASKS", MACHINE.tasks(0));
        all.put("STRUCTURE", StructureFile.keys());
        all.put("VARIANTS", FaultCatalogue.variantNames());
        all.put("FAULTS", List.copyOf(FaultCatalogue.ids().keySet()));
        return all;
    }

    static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    /** Returns a value of this table, words or a constant of a class, or a value of the standard machine. */
    private static Object symbol(String name) {
        if (SYMBOLS.containsKey(name)) {
            return SYMBOLS.get(name);
        }
        int dot = name.lastIndexOf('.');
        try {
            if (name.matches("[a-z.]+\\.[A-Z]\\w+\\.[A-Z_]+")) {
                return Class.forName("fairlead." + name.substring(0, dot))
                        .getField(name.substring(dot + 1))
                        .get(null);
            }
            if (name.matches("[a-z.]+\\.[A-Z].*")) {
                Object[] constants = Class.forName("fairlead." + name).getEnumConstants();
                return Arrays.stream(constants).map(Schema::word).toList();
            }
            Object value = MACHINE;
            for (String part : name.split("\\.")) {
                value = value.getClass().getMethod(part).invoke(value);
            }
            return value;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name, e);
        }
    }
}
