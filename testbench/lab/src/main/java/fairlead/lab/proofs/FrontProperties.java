// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/**
 * The properties of the buffers whose memories have a synchronous read (decision 21): beside the same unit with a
 * combinational read, and with the same inputs, they show the same.
 */
final class FrontProperties {
    private FrontProperties() {}

    static List<Property> all() {
        return Stream.of(memory(), ring(), input(), dla(), injection(), reception())
                .flatMap(List::stream)
                .toList();
    }

    static List<Assumption> assumptions() {
        final String half =
                "both units have the same inputs, of which one bit of the data is free: a memory treats all alike";
        return List.of(
                Assumption.anything("front_memory"),
                Assumption.size("env:front_ring", half + "; what is in front may be taken"),
                Assumption.size("env:front_input", half + "; what waits may be granted"),
                Assumption.size("env:front_dla", half + "; with room a word may come, and what is in front may leave"),
                Assumption.size("env:front_injection", half + "; puts to two FIFOs, and what is in front may leave"),
                Assumption.size(
                        "env:front_reception",
                        half + "; messages to two FIFOs, stored, announced and popped as they like"));
    }

    /** A word that is written where a front will be does not reach its register. */
    private static Mutant noBypass(final String module, final String enters) {
        return new Mutant("a word that comes into an empty buffer does not pass the memory", module, enters, "1'h0;");
    }

    /** The register of a front does not take what the memory gave. */
    private static Mutant forgets(final String module, final String register, final String memory) {
        return new Mutant(
                "the word that the memory gave is not kept",
                module,
                register + " <= " + memory + ";",
                register + " <= " + register + ";");
    }

    private static List<Property> memory() {
        return new ProvedUnit("front_memory", "2 FIFOs in 4 words")
                .quick()
                .safety(
                        "F8",
                        "PFM_P1",
                        "PFM_C1",
                        noBypass("FrontMemoryProof", "writes & at == (moves_0 ? to : first_0);"))
                .properties();
    }

    private static List<Property> ring() {
        final String module = "EjectionBuffer_1";
        final Mutant late = new Mutant(
                "the memory is read for the flit that leaves",
                module,
                "after = io_take ? (_after_T_2 == 3'h3 ? 2'h0 : _after_T_2[1:0]) : first;",
                "after = first;");
        return new ProvedUnit("front_ring", "EjectionBuffer, depth 3, one bit of the data")
                .quick()
                .safety(
                        "F8",
                        "PFR_P1",
                        "PFR_C1",
                        new Mutant("the credit of a flit is lost", module, "credit <= io_take;", "credit <= 1'h0;"))
                .safety("F8", "PFR_P2", "PFR_C1", late)
                .properties();
    }

    private static List<Property> input() {
        final String module = "InputUnit_1";
        return new ProvedUnit("front_input", "InputUnit, 8 VCs of depth 2, one bit of the data")
                .safety(
                        "F8",
                        "PFI_P1",
                        "PFI_C1",
                        new Mutant(
                                "no credit is returned",
                                module,
                                "credit <= io_refund ? picked : 8'h0;",
                                "credit <= 8'h0;"))
                .safety("F8", "PFI_P2", "PFI_C1", forgets(module, "metasFront0", "_metas_ext_R0_data"))
                .safety("F8", "PFI_P3", "PFI_C1", forgets(module, "wordsFront0", "_words_ext_R0_data"))
                .properties();
    }

    private static List<Property> dla() {
        final String module = "DlaFifo_1";
        return new ProvedUnit("front_dla", "DlaFifo of 5 words, one bit of the data")
                .safety(
                        "F8",
                        "PFD_P1",
                        "PFD_C1",
                        new Mutant("an abort is no whole request", module, "+ {2'h0, io_abort} - _GEN_0", "- _GEN_0"))
                .safety("F8", "PFD_P2", "PFD_C1", noBypass(module, "_owner_T & place == _word_WIRE;"))
                .properties();
    }

    private static List<Property> injection() {
        final String module = "InjectionFifos_1";
        return new ProvedUnit("front_injection", "FIFOs of 2 descriptors, two of four in use, one bit of each word")
                .safety("F8", "PFN_P1", "PFN_C1", forgets(module, "words0Front0", "_words0_ext_R0_data"))
                .safety("F8", "PFN_P2", "PFN_C1", noBypass(module, "fronts_push & write_0 == fronts_moved;"))
                .properties();
    }

    private static List<Property> reception() {
        final String module = "ReceptionFifos_1";
        return new ProvedUnit("front_reception", "FIFOs of 2 slots, two of four in use")
                .safety(
                        "F8",
                        "PFX_P1",
                        "PFX_C1",
                        new Mutant(
                                "a credit does not wait",
                                module,
                                "pending <= hand | ~io_credit_ready & pending;",
                                "pending <= hand;"))
                .safety("F8", "PFX_P2", "PFX_C1", forgets(module, "entriesFront0", "_entries_ext_R0_data"))
                .safety("F8", "PFX_P3", "PFX_C2", forgets(module, "originsFront0", "_origins_ext_R0_data"))
                .properties();
    }
}
