// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.run.report.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * The file that has a row of CSV for each mutant that has ended, behind a line that says which campaign it is. A row is
 * written as soon as its mutant has ended, and again with the answer of the provers, so whatever ends the process
 * leaves a sound file, and the same campaign goes on behind the last whole row.
 */
final class MutationLedger implements AutoCloseable {
    private static final int LONGEST = 90; // characters of an answer
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();
    private static final List<String> SITE = List.of("number", "unit", "source", "cell", "pin", "kind", "bit");

    private final Path path;
    private final String head;
    private final FileChannel file;
    private final Map<Integer, MutantFate> fates = new HashMap<>();

    /**
     * Opens the ledger of a campaign, which may have begun before.
     *
     * @param campaign says what decides the rows, in one line
     * @param mutants all mutants of the campaign
     * @throws BadInput if the file is there and belongs to another campaign
     */
    MutationLedger(final Path path, final String campaign, final List<Mutant> mutants) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        this.path = path;
        head = "# " + campaign + "\n" + row(heads());
        final String text = Files.exists(path) ? Files.readString(path) : "";
        final String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (!whole.isEmpty() && !whole.startsWith(head)) {
            throw new BadInput(path + ": the ledger of another campaign ("
                    + whole.lines().findFirst().orElse("").replaceFirst("^# ", "")
                    + "); remove it or give another --out");
        }
        if (!whole.isEmpty()) {
            read(whole.substring(head.length()), mutants);
        }
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
        file.position(file.size());
        if (whole.isEmpty()) {
            write(head);
        }
    }

    /** Returns the fates that the ledger has, by the number of the mutant. */
    synchronized Map<Integer, MutantFate> fates() {
        return Map.copyOf(fates);
    }

    /** Adds the row of a mutant. */
    synchronized void add(final MutantFate fate) throws IOException {
        write(row(cells(fate)));
        fates.put(fate.mutant().number(), fate);
    }

    /** Leaves one row for each mutant, in the order of their numbers, and returns their fates. */
    synchronized List<MutantFate> finish() throws IOException {
        final List<MutantFate> all = new ArrayList<>(fates.values());
        all.sort(Comparator.comparingInt(f -> f.mutant().number()));
        final StringBuilder text = new StringBuilder(head);
        all.forEach(fate -> text.append(row(cells(fate))));
        file.close();
        WholeFile.write(path, text.toString());
        return all;
    }

    private void write(final String text) throws IOException {
        final ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private static List<String> heads() {
        final List<String> heads = new ArrayList<>(SITE);
        for (final MutantRung rung : MutantRung.values()) {
            heads.add(rung.title());
        }
        heads.addAll(List.of("proof", "millis"));
        return heads;
    }

    private static List<String> site(final Mutant mutant) {
        return List.of(
                Integer.toString(mutant.number()),
                mutant.unit(),
                mutant.source(),
                mutant.shortCell(),
                mutant.pin(),
                mutant.mode(),
                mutant.bit());
    }

    private static List<String> cells(final MutantFate fate) {
        final List<String> cells = new ArrayList<>(site(fate.mutant()));
        for (final MutantRung rung : MutantRung.values()) {
            cells.add(brief(fate.answer(rung)));
        }
        cells.add(
                fate.proof() == MutantFate.Proof.NONE ? "" : fate.proof().name().toLowerCase(Locale.ROOT));
        cells.add(Long.toString(fate.millis()));
        return cells;
    }

    private static String brief(final String answer) {
        final String line = answer.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
    }

    private static String row(final List<String> cells) {
        final StringBuilder text = new StringBuilder();
        try {
            FORMAT.printRecord(text, cells.toArray());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void read(final String rows, final List<Mutant> mutants) throws IOException {
        final Map<String, Mutant> known = new HashMap<>();
        mutants.forEach(m -> known.put(Integer.toString(m.number()), m));
        for (final CSVRecord row : FORMAT.parse(new StringReader(rows))) {
            final Mutant mutant = known.get(row.get(0));
            if (mutant == null
                    || row.size() != heads().size()
                    || !row.toList().subList(0, SITE.size()).equals(site(mutant))) {
                throw new BadInput("the ledger has a row that is no mutant of this campaign: " + row.toList());
            }
            int at = SITE.size();
            final Map<MutantRung, String> answers = new EnumMap<>(MutantRung.class);
            for (final MutantRung rung : MutantRung.values()) {
                final String answer = row.get(at++);
                if (!answer.isEmpty()) {
                    answers.put(rung, answer);
                }
            }
            final String proof = row.get(at++);
            fates.put(
                    mutant.number(),
                    new MutantFate(
                            mutant,
                            answers,
                            proof.isEmpty()
                                    ? MutantFate.Proof.NONE
                                    : MutantFate.Proof.valueOf(proof.toUpperCase(Locale.ROOT)),
                            Long.parseLong(row.get(at))));
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
