// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.ExitCode;
import fairlead.lab.controls.ControlReplay;
import fairlead.lab.networks.NetworkCase;
import fairlead.lab.networks.NetworkQuery;
import fairlead.lab.networks.NetworkQuery.Result;
import fairlead.lab.networks.Trace;
import fairlead.lab.proofs.ProverTool.ProveException;
import fairlead.lab.proofs.ProverTool;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The command `scripts/lab prove --network`, which searches whole small networks for local deadlocks
 * (docs/understand/deadlock.md).
 */
final class NetworkProofs {
    private static final int LIMIT = 300;

    private NetworkProofs() {}

    static int run(final List<String> only) throws IOException {
        final List<String> known =
                NetworkCase.all().stream().map(NetworkCase::id).toList();
        for (final String id : only) {
            if (!known.contains(id)) {
                throw new BadInput("--only " + id + ": no such question; known: " + String.join(", ", known));
            }
        }
        final List<NetworkCase> wanted = new ArrayList<>();
        for (final NetworkCase one : NetworkCase.all()) {
            if (only.isEmpty() || only.contains(one.id())) {
                wanted.add(one);
            }
        }
        try {
            if (!ProverTool.installed("yosys-abc")) {
                ProverTool.requireAll();
            }
            int passed = 0;
            for (final NetworkCase one : wanted) {
                final Result result = NetworkQuery.ask(one, LIMIT);
                passed += print(result) ? 1 : 0;
            }
            System.out.println(passed + " of " + wanted.size() + " as they must be");
            return passed == wanted.size() ? ExitCode.OK : ExitCode.FAILS;
        } catch (final ProveException e) {
            System.err.println("fairlead: " + e.getMessage());
            return ExitCode.ENVIRONMENT;
        }
    }

    private static boolean print(final Result result) {
        final NetworkCase question = result.question();
        System.out.printf(
                Locale.ROOT,
                "%s %-36s %-9s %4d buffers, %5d registers, %6d gates, %6.1f s  %s%n",
                result.passed() ? "ok  " : "FAIL",
                question.id(),
                result.verdict().name().toLowerCase(Locale.ROOT),
                result.buffers(),
                result.registers(),
                result.gates(),
                result.seconds(),
                result.detail());
        boolean passed = result.passed();
        if (result.trace().isPresent()) {
            final Trace trace = result.trace().get();
            trace.witness().forEach(stuck -> System.out.println("       " + stuck.text(question.shape())));
            if (ControlReplay.isPossible(question)) {
                final ControlReplay replay = ControlReplay.of(question, trace);
                System.out.println("     on the RTL: " + replay.kind() + ", reported at cycle " + replay.reportedAt()
                        + (replay.same()
                                ? ", the same " + replay.blocked() + " buffers, "
                                        + replay.found().size() + " of them in the ring that is shown"
                                : ": " + replay));
                passed &= replay.same();
            }
        }
        return passed;
    }
}
