// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.rtl.FabricAbi.DirectAbi;
import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One loaded tile library. Several may be loaded at a time; each remains loaded until the process ends. */
public final class FabricLibrary {
    /** The variants that can run a scenario of any shape. */
    public static final List<String> TILES = List.of("product", "lab", "small", "one_clock");

    private static final int RTLD_LAZY_LOCAL = 1;
    private static final Map<Path, FabricLibrary> LOADED = new HashMap<>();

    private final Path path;
    private final FabricAbi abi;
    private final Map<String, String> properties;

    private FabricLibrary(Path path) {
        this.path = path;
        abi = bind(path);
        properties = parse(abi.fl_capabilities());
    }

    /** Returns the library of a variant: one of {@link #TILES} or a flat one. */
    public static FabricLibrary variant(String variant) {
        FabricLibrary library = load(NativeLibraries.path(variant));
        if (!variant.equals(library.properties.get("variant"))) {
            throw new LibraryException("library " + library.path + " is of variant " + library.properties.get("variant")
                    + "; run scripts/build --all");
        }
        return library;
    }

    public static FabricLibrary load(Path path) {
        synchronized (LOADED) {
            return LOADED.computeIfAbsent(path.toAbsolutePath().normalize(), FabricLibrary::new);
        }
    }

    public FabricAbi abi() {
        return abi;
    }

    String sum() {
        return NativeLibraries.sum(path);
    }

    public boolean hasWaves() {
        return flag("waves");
    }

    public Capabilities capabilities() {
        return new Capabilities(
                properties.get("variant"),
                flag("faults"),
                flag("asserts"),
                new Buffers(
                                number("maxLinkDepth"),
                                number("maxLocalDepth"),
                                number("maxInjection"),
                                number("maxReception"),
                                number("maxDla"),
                                number("maxResponse"))
                        .with(tables()),
                number("maxTasks"),
                number("dlaChannels"),
                number("vcsPerClass"));
    }

    private TableSizes tables() {
        return TableSizes.ALL
                .with(Table.COMMIT_SLOTS, number("maxCommitSlots"))
                .with(Table.HEADER_QUEUE, number("maxHeaderQueue"))
                .with(Table.READ_WINDOW, number("maxReadWindow"))
                .with(Table.FENCE_ENTRIES, number("maxFenceEntries"))
                .with(Table.ACK_COUNTERS, number("maxAckCounters"));
    }

    private int number(String name) {
        return Integer.parseInt(properties.get(name));
    }

    private boolean flag(String name) {
        return number(name) != 0;
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> properties = new HashMap<>();
        text.lines()
                .forEach(line ->
                        properties.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        return properties;
    }

    private static FabricAbi bind(Path path) {
        try {
            NativeLibrary library =
                    NativeLibrary.getInstance(path.toString(), Map.of(Library.OPTION_OPEN_FLAGS, RTLD_LAZY_LOCAL));
            Class<?> bound = new BindingLoader().define();
            Native.register(bound, library);
            FabricAbi abi = (FabricAbi) bound.getDeclaredConstructor().newInstance();
            NativeLibraries.requireSameLayout(path, abi.fl_layout_hash(), HwLayout.manifestHash());
            return abi;
        } catch (LinkageError e) {
            throw NativeLibraries.unusable(path, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot bind " + path, e);
        }
    }

    /** A class loader that defines a further copy of DirectAbi; its parent defines all other classes. */
    private static final class BindingLoader extends ClassLoader {
        BindingLoader() {
            super(FabricLibrary.class.getClassLoader());
        }

        Class<?> define() {
            String name = DirectAbi.class.getName();
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
