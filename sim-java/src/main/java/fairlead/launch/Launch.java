// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.pe.NativeException;
import fairlead.pe.PeLink;
import fairlead.pe.PeLink.Hello;
import fairlead.pe.Variation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts the processes of a native program, and ends all of them when it is closed. */
final class Launch implements AutoCloseable {
    private static final String PLACE = "FAIRLEAD_NATIVE"; // what runtime.c reads
    private static final int WATCHES = 1;
    private static final int DEBUGS = 2;
    private static final int ENVIRONMENT = 1 << 15; // its size in bytes is a multiple: the stack is below it
    private static final int LOOK = 100; // milliseconds

    private final NativeProgram program;
    private final NativeOutput output;
    private final Path folder;
    private final Variation variation;
    private final List<PeProcess> processes = new ArrayList<>();

    Launch(NativeProgram program, NativeOutput output, Variation variation) throws IOException {
        this.variation = variation;
        this.program = program;
        this.output = output;
        folder = Files.createTempDirectory("fairlead-native-");
    }

    List<PeProcess> processes() {
        return processes;
    }

    /** Starts all processes and returns their first messages, by PE. */
    List<Hello> start() throws IOException {
        Path binary = Path.of(program.command().get(0));
        if (!Files.isRegularFile(binary)) {
            throw NativeException.input(binary + ": there is no such program");
        }
        if (!Files.isExecutable(binary)) {
            throw NativeException.input(binary + ": is not executable");
        }
        UnixDomainSocketAddress place = UnixDomainSocketAddress.of(folder.resolve("link"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            server.bind(place, program.ranks());
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            boolean fixed = canFixAddresses();
            for (int i = 0; i < program.ranks(); i++) {
                processes.add(new PeProcess(i, builder(i, place.toString(), fixed), folder, output));
            }
            return connect(server, selector);
        }
    }

    private ProcessBuilder builder(int pe, String place, boolean fixed) {
        List<String> command = new ArrayList<>(fixed ? List.of("setarch", "-R") : List.of());
        Path binary = Path.of(program.command().get(0));
        command.add(binary.toAbsolutePath().toString());
        command.addAll(program.command().subList(1, program.command().size()));
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        int flags = (variation.races() == null ? 0 : WATCHES)
                + (variation.debugged().contains(pe) ? DEBUGS : 0);
        environment.put(PLACE, pe + " " + program.ranks() + " " + flags + " " + place);
        int bytes = environment.entrySet().stream()
                .mapToInt(entry -> entry.toString().getBytes(StandardCharsets.UTF_8).length + 1 + Long.BYTES)
                .sum();
        environment.merge(PLACE, " ".repeat(ENVIRONMENT - bytes % ENVIRONMENT), String::concat);
        return builder;
    }

    /** Returns whether processes can be started whose addresses are the same in every run. */
    private static boolean canFixAddresses() {
        try {
            Process tried = new ProcessBuilder("setarch", "-R", "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return tried.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<Hello> connect(ServerSocketChannel server, Selector selector) throws IOException {
        Hello[] hellos = new Hello[program.ranks()];
        long limit = TimeUnit.SECONDS.toMillis(program.limit());
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit);
        for (int missing = program.ranks(); missing > 0; ) {
            SocketChannel channel = server.accept();
            if (channel != null) {
                PeLink link = new PeLink(channel, limit);
                Hello hello = link.hello();
                hellos[hello.pe()] = hello;
                processes.get(hello.pe()).link(link);
                if (variation.debugged().contains(hello.pe())) {
                    processes.get(hello.pe()).debugged();
                }
                missing--;
            } else if (System.nanoTime() > end) {
                throw lacksLibrary(hellos, "has not connected in " + program.limit() + " s");
            } else if (selector.select(LOOK) == 0) {
                refuseEnded(hellos);
            } else {
                selector.selectedKeys().clear();
            }
        }
        return Arrays.asList(hellos);
    }

    private void refuseEnded(Hello[] hellos) throws IOException {
        for (int i = 0; i < hellos.length; i++) {
            if (hellos[i] == null && !processes.get(i).isAlive()) {
                processes.get(i).drain();
                processes.get(i).drainRest();
                throw lacksLibrary(hellos, "has ended without a call");
            }
        }
    }

    private NativeException lacksLibrary(Hello[] hellos, String what) {
        int pe = Arrays.asList(hellos).indexOf(null);
        return NativeException.input(program.command().get(0) + ": PE " + pe + " " + what
                + ": the program is not linked with the library of scripts/shmemcc");
    }

    @Override
    public void close() throws IOException {
        for (PeProcess process : processes) {
            process.kill();
        }
        processes.forEach(PeProcess::awaitEnd); // no process outlives its run
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(Launch::delete);
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
