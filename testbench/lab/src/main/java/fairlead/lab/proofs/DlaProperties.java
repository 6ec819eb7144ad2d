// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The properties of DlaPool, DlaFifo and DlaArbiter. */
final class DlaProperties {
    private static final String[] ACCOUNT = {"PDA_P1", "PDA_P2", "PDA_P3", "PDA_P4", "PDA_P5", "PDA_P6"};
    private static final String[] ACCOUNT_AND_ASSERTIONS = {
        "PDA_P1", "PDA_P2", "PDA_P3", "PDA_P4", "PDA_P5", "PDA_P6", "DL_P1", "DL_P2", "DL_P3", "DL_P5", "DL_P6",
        "DL_P8", "DL_P10"
    };

    private DlaProperties() {}

    static List<Property> all() {
        return Stream.of(pool(), words(), aborts(), arbiter(), accounts(), notices(), status())
                .flatMap(List::stream)
                .toList();
    }

    private static Mutant fifo(final String name, final String from, final String to) {
        return new Mutant(name, "DlaFifo", from, to);
    }

    private static Mutant arbiter(final String name, final String from, final String to) {
        return new Mutant(name, "DlaArbiter", from, to);
    }

    private static List<Property> pool() {
        final String[] given = {"DP_A1", "DP_A2", "DP_A3"};
        return new ProvedUnit("pool", "8 words, any limits", given)
                .limit(180)
                .together("PDP_P1", "PDP_P2", "PDP_P3", "PDP_P4", "PDP_P5", "PDP_P6", "PDP_P7", "PDP_P8")
                .safety("A1", "PDP_P1", "PDP_C2", pool("DLA_MAX is no limit", "{9'h0, io_fits_all} <= max &", ""))
                .safety("A1", "PDP_P2", "PDP_C2", pool("DLA_MAX_LO is no limit", "{11'h0, after_0} <= maxLo &", ""))
                .safety("A1", "PDP_P3", "PDP_C2", pool("DLA_MAX_HI is no limit", "& {11'h0, after_1} <= maxHi", ""))
                .safety("A1", "PDP_P4", "PDP_C2", pool("DLA_MAX_PR is no limit", "& {11'h0, after_2} <= maxPr", ""))
                .safety(
                        "A1",
                        "PDP_P5",
                        "PDP_C2",
                        pool("DLA_MAX_LO_PR knows nothing of PR", "_GEN_2 + _GEN_4} <= maxLoPr", "_GEN_2} <= maxLoPr"))
                .safety(
                        "A1",
                        "PDP_P6",
                        "PDP_C2",
                        pool(
                                "DLA_MAX_LO_HI knows nothing of high priority",
                                "_io_fits_T_10} <= maxLoHi",
                                "_GEN_2} <= maxLoHi"))
                .safety(
                        "A1",
                        "PDP_P7",
                        "PDP_C2",
                        pool(
                                "DLA_MAX_HI_PR knows nothing of high priority",
                                "_GEN_3 + _GEN_4} <= maxHiPr",
                                "_GEN_4} <= maxHiPr"))
                .safety(
                        "A1",
                        "PDP_P8",
                        "PDP_C1",
                        pool("the depth of the FIFO is not a limit", "& io_fits_all <= {3'h0, depth};", ";"))
                .safety(
                        "A1",
                        "DP_P1",
                        "PDP_C2",
                        pool(
                                "DLA_MAX knows nothing of PR",
                                "{9'h0, io_fits_all} <= max &",
                                "{10'h0, _io_fits_T_10} <= max &"))
                .properties();
    }

    private static Mutant pool(final String name, final String from, final String to) {
        return new Mutant(name, "DlaPool", from, to);
    }

    private static List<Property> words() {
        final Mutant hidden = fifo(
                "a request shows one word too few",
                "(io_push & io_in_tail ? io_words : 3'h0)",
                "(io_push & io_in_tail ? io_words - 3'h1 : 3'h0)");
        final Mutant uncounted = fifo(
                "a word that leaves is not counted off",
                "complete <= complete + (io_push & io_in_tail ? io_words : 3'h0) - _GEN;",
                "complete <= complete + (io_push & io_in_tail ? io_words : 3'h0);");
        final Mutant early =
                fifo("the read pointer wraps one word early", "_read_T_2 == 4'h5 ? 3'h0", "_read_T_2 == 4'h4 ? 3'h0");
        final Mutant eager =
                fifo("words are shown as they come", "(io_push & io_in_tail ? io_words : 3'h0)", "{2'h0, io_push}");
        final Mutant keeps = fifo(
                "a word that leaves keeps its place",
                "occupied <= occupied + {2'h0, io_push} - _GEN;",
                "occupied <= occupied + {2'h0, io_push};");
        return new ProvedUnit("dla_fifo", "5 words, requests of 1 to 5 words")
                .quick()
                .safety("A2", "DF_P2", "PDF_C1", uncounted)
                .safety("A2", "PDF_P3", "PDF_C2", hidden)
                .live(
                        "A10",
                        "PDF_L1",
                        "a whole request leaves, if the network takes words again and again",
                        "PDF_C1",
                        hidden)
                .slow(60)
                .safety("A2", "PDF_P1", "PDF_C1", early)
                .safety("A2", "PDF_P2", "PDF_C1", eager)
                .safety("A1", "DF_P1", "PDF_C2", keeps)
                .properties();
    }

    private static List<Property> aborts() {
        final Mutant uncounted =
                fifo("a word that leaves is not counted off", "{2'h0, io_abort} - _GEN_0;", "{2'h0, io_abort};");
        final Mutant behind =
                fifo("an abort writes its word where the next one goes", ".W0_addr (place),", ".W0_addr (write),");
        return new ProvedUnit("dla_words", "5 words, requests of 1 to 5 words, any of them aborted")
                .limit(180)
                .safety("A2", "PDW_P1", "PDW_C1", behind)
                .safety("A2", "PDW_P2", "PDW_C1", uncounted)
                .restates()
                .properties();
    }

    private static List<Property> arbiter() {
        final Mutant generous = arbiter(
                "a request beyond its reservation enters",
                "wire accepted = store & ~_GEN_11;",
                "wire accepted = store;");
        final Mutant mute = arbiter(
                "a denial is not answered",
                "wire answers = alloc |",
                "wire answers = judged & _pool_io_fits | failed |");
        final Mutant deaf = arbiter(
                "the end of a transaction is lost while the channel discards",
                "wire ended = end_0 & known;",
                "wire ended = end_0 & known & ~_discards_T;");
        final Mutant lax = arbiter(
                "illegal allocations are judged like others",
                "wire judged = alloc & reason == 3'h0;",
                "wire judged = alloc;");
        final Mutant forgetful = arbiter(
                "nothing is noted of a drop",
                ": known & (_discards_T | isOpen & _discards_T_1 & _GEN_8)",
                ": known & _discards_T");
        final Mutant silent = arbiter(
                "a dropped request is not told",
                "io_storeEvent_valid_REG <= _GEN_41;",
                "io_storeEvent_valid_REG <= _GEN_41 & ~(store & _GEN_11);");
        final Mutant twice = arbiter(
                "a release with words inside is done at once",
                "wire atOnce = releases & _GEN_4 == _GEN_5;",
                "wire atOnce = releases & 1'h0;");
        final Mutant stolen = arbiter(
                "a clear of a channel that is not there keeps the last word of a release",
                "~(clears & same);",
                "~(clear & same);");
        final Mutant hasty = new Mutant(
                "a marker waits for one word less",
                "DlaNotices",
                "      ahead_0 <= io_words;",
                "      ahead_0 <= io_words - {3'h0, |io_words};");
        return new ProvedUnit("dla", "8 words, 2 channels, any limits", "DL_A1", "DL_A2", "DP_A3", "PDL_A1")
                .limit(180)
                .quick()
                .safety("A5", "DL_P4", "PDL_C1", generous)
                .bounded("A9", "PDL_P1", "PDL_C1", mute)
                .restates()
                .safety("A7", "DL_P7", "PDL_C1", twice)
                .slow(180)
                .safety("A14", "DL_P7", "PDL_C5", stolen)
                .safety("A4", "PDL_P2", "PDL_C2", deaf)
                .safety("A13", "PDL_P3", "PDL_C2", lax)
                .restates()
                .safety("A4", "PDL_P4", "PDL_C2", generous)
                .safety("A11", "PDL_P5", "PDL_C3", forgetful)
                .bounded("A9", "PDL_P6", "PDL_C1", silent)
                .restates()
                .safety("A1", "DP_A1", "PDL_C1", lax)
                .bounded("A14", "DN_P3", "PDL_C4", hasty)
                .properties();
    }

    private static List<Property> notices() {
        final Mutant generous = new Mutant(
                "a status event goes out by itself without a credit",
                "DlaNotices",
                "io_answer_direct_0 = ~_GEN | ~(pending_0 | pending_1) & out < limit;",
                "io_answer_direct_0 = ~_GEN | ~(pending_0 | pending_1);");
        final Mutant wraps = new Mutant(
                "the count of a record wraps to 0", "DlaNotices", "{1'h0, _GEN_10 != 2'h3} : 2'h1", "2'h1 : 2'h1");
        final Mutant empty = new Mutant(
                "the first event of a record is not counted",
                "DlaNotices",
                "{1'h0, _GEN_10 != 2'h3} : 2'h1",
                "{1'h0, _GEN_10 != 2'h3} : 2'h0");
        final Mutant older = new Mutant(
                "the count of a marker wraps to 0", "DlaNotices", "{1'h0, _GEN_11 != 2'h3} : 2'h0", "2'h1 : 2'h0");
        return new ProvedUnit("dla_notices", "2 channels, any number of event credits, counts of 2 bits", "DN_A1")
                .slow(120)
                .safety("A11", "DN_P1", "PDN_C1", generous)
                .upTo(40)
                .safety("A11", "DN_P2", "PDN_C2", wraps)
                .safety("A11", "PDN_P1", "PDN_C2", empty)
                .safety("A14", "PDN_P2", "PDN_C3", older)
                .properties();
    }

    private static List<Property> status() {
        final Mutant hasty = new Mutant(
                "a write does not wait for the one before",
                "DlaStatusWriter",
                "wire issue = due & ~waiting;",
                "wire issue = due;");
        return new ProvedUnit("dla_status", "any thresholds and times")
                .slow(60)
                .safety("A12", "PDS_P1", "PDS_C1", hasty)
                .safety("A12", "DS_P1", "PDS_C1", hasty)
                .restates()
                .properties();
    }

    /** Returns one invariant in six parts, each of which is proved together with the other five. */
    private static List<Property> accounts() {
        final Mutant lost = arbiter(
                "CD credits of an aborted request do not come home",
                "_GEN_12 = partial & ownerCls == 2'h0",
                "_GEN_12 = partial & 1'h0 & ownerCls == 2'h0");
        final Mutant keeps = arbiter(
                "an aborted request keeps its words",
                "_GEN_6 = partial & ownerCls == 2'h2",
                "_GEN_6 = partial & 1'h0 & ownerCls == 2'h2");
        final Mutant inside = arbiter(
                "the words of an aborted request stay in the channel's count",
                "_GEN_38 = {1'h0, partial ? _lostNow_T : 3'h0}",
                "_GEN_38 = {1'h0, 3'h0}");
        final Mutant deep =
                new Mutant("the depth of the FIFO is not a limit", "DlaPool", "& io_fits_all <= {3'h0, depth};", ";");
        final Mutant rest = arbiter(
                "credits that the end of a transaction frees do not return",
                "_pool_io_give_2_T = closes | clears;",
                "_pool_io_give_2_T = clears;");
        final Mutant uncovered = arbiter(
                "a request is accepted that its credits do not cover",
                "isOpen ? {1'h0, _GEN_9 < _GEN_10, 1'h0} : 3'h3",
                "isOpen ? 3'h0 : 3'h3");
        final Mutant forgotten =
                arbiter("a request that has left is not counted", "gone = leaves & _fifo_io_out_tail;", "gone = 1'h0;");
        final Mutant stays =
                fifo("an abort frees no place in the FIFO", "{1'h0, io_abort ? io_gone - 3'h1 : 3'h0}", "{1'h0, 3'h0}");
        final Mutant twice = arbiter(
                "a release with words inside is done at once",
                "wire atOnce = releases & _GEN_4 == _GEN_5;",
                "wire atOnce = releases;");
        return new ProvedUnit(
                        "dla_account",
                        "8 words, 2 channels, any limits, one request inside at a time",
                        "DL_A1",
                        "DL_A2",
                        "DP_A3",
                        "PDA_A1",
                        "PDA_A2",
                        "PDA_A3")
                .limit(180)
                .inductive("A1", "PDA_P1", "PDA_C1", lost, ACCOUNT)
                .inductive("A2", "PDA_P2", "PDA_C1", keeps, ACCOUNT)
                .inductive("A2", "PDA_P3", "PDA_C1", inside, ACCOUNT)
                .inductive("A1", "PDA_P4", "PDA_C1", deep, ACCOUNT)
                .inductive("A2", "PDA_P5", "PDA_C1", stays, ACCOUNT)
                .inductive("A7", "PDA_P6", "PDA_C1", twice, ACCOUNT)
                .limit(300)
                .inductive("A1", "DL_P1", "PDA_C1", rest, ACCOUNT_AND_ASSERTIONS)
                .inductive("A2", "DL_P2", "PDA_C1", stays, ACCOUNT_AND_ASSERTIONS)
                .inductive("A2", "DL_P3", "PDA_C1", keeps, ACCOUNT_AND_ASSERTIONS)
                .inductive("A7", "DL_P5", "PDA_C1", twice, ACCOUNT_AND_ASSERTIONS)
                .inductive("A7", "DL_P6", "PDA_C1", twice, ACCOUNT_AND_ASSERTIONS)
                .inductive("A1", "DL_P8", "PDA_C1", uncovered, ACCOUNT_AND_ASSERTIONS)
                .inductive("A2", "DL_P10", "PDA_C1", inside, ACCOUNT_AND_ASSERTIONS)
                .safety("A2", "DL_P9", "PDA_C1", forgotten)
                .upTo(8)
                .properties();
    }
}
