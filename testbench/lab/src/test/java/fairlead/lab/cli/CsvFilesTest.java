// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.lab.reference.ReferenceRow;
import fairlead.run.RunReport;
import fairlead.run.RunTexts;
import fairlead.search.Archive;
import fairlead.search.Genome;
import fairlead.search.Sample;
import fairlead.search.SearchResult;
import fairlead.search.Study;
import fairlead.search.StudyReader;
import fairlead.search.Trial;
import fairlead.sweep.Axis;
import fairlead.sweep.Sweep;
import fairlead.sweep.Sweep.Estimate;
import fairlead.sweep.SweepText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The CSV files are RFC 4180: their text is fixed byte by byte, and a parser reads back every cell. */
@Tag("M-154")
class CsvFilesTest {
    private static final Path STUDY = Path.of("../examples/studies/four_buffers.yaml");

    @TempDir
    private Path folder;

    private static List<List<String>> cells(String text) throws IOException {
        try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
            return parser.getRecords().stream().map(CSVRecord::toList).toList();
        }
    }

    @Test
    void theRowsOfASweepQuoteShapesAndObjects() throws IOException {
        Axis shapes = Axis.parse("machine.shape=[4,4,4]");
        Axis kinds = new Axis("workload", List.of("{\"kind\":\"ring\",\"bytes\":8}"));
        Axis.Point point = Axis.Point.all(List.of(shapes, kinds)).get(0);
        Estimate once = new Estimate(1.5, Double.NaN, 0, 1.5, 1.5, 1);
        String text = SweepText.csv(List.of(new Sweep.Row(point, Map.of("latency", once), 0, 1, 0, 1, List.of(), "")));
        assertEquals(
                "machine.shape,workload,latency,latency_ci95,latency_min,latency_max,good,undecided,repeats\n"
                        + "\"[4,4,4]\",\"{\"\"kind\"\":\"\"ring\"\",\"\"bytes\"\":8}\",1.5,,1.5,1.5,1,0,1\n",
                text);
        assertEquals(
                List.of("[4,4,4]", "{\"kind\":\"ring\",\"bytes\":8}", "1.5", "", "1.5", "1.5", "1", "0", "1"),
                cells(text).get(1));
    }

    @Test
    void theTrialsOfASearchQuoteTheReasonOnly() throws IOException {
        Study study = StudyReader.read(STUDY);
        Genome genome = Genome.of(0, 1, 2, 3);
        Trial good = new Trial(
                genome,
                List.of(10.0, 2.5, 640.0),
                new Sample(new double[][] {{10}, {2.5}, {640}}),
                List.of("key"),
                null);
        Trial bad = new Trial(genome, List.of(), null, List.of(), "seed = \"x\": must be 1, 2");
        SearchResult result =
                new SearchResult(study, null, "exhaustive", List.of(good, bad), List.of(good), Map.of(), null);
        String text = Archive.csv(result);
        assertEquals(
                "machine.buffers.link_vc,machine.buffers.local,machine.buffers.injection,machine.buffers.response,"
                        + "completion_time,p99_latency,buffer_bits,on_front,infeasible\r\n"
                        + "1,2,5,4,10.0,2.5,640.0,true,\r\n"
                        + "1,2,5,4,,,,false,\"seed = \"\"x\"\": must be 1, 2\"\r\n",
                text);
        assertEquals("seed = \"x\": must be 1, 2", cells(text).get(2).get(8));
    }

    /** This writer is by hand because it is fast; its cells are numbers and words, which need no quotes. */
    @Test
    void theOperationsOfARunAreReadBack() throws IOException {
        List<List<String>> rows = cells(RunTexts.ops(List.of(
                new RunReport.OpRow(0, "PUT", 1, 2, 3, 64, 5, 60, 70, 80, "DONE"),
                new RunReport.OpRow(1, "FLUSH", 1, 2, -1, 0, 6, -1, -1, -1, "OPEN"))));
        assertEquals(List.of(RunTexts.OPS.split(",")), rows.get(0));
        assertEquals(List.of("0", "PUT", "1", "2", "3", "64", "5", "60", "70", "80", "DONE"), rows.get(1));
        assertEquals(List.of("1", "FLUSH", "1", "2", "", "0", "6", "", "", "", "OPEN"), rows.get(2));
        assertEquals(3, rows.size());
    }

    @Test
    void aTableOfAnotherSimulatorMayQuoteItsCellsAndOrderItsColumns() throws IOException {
        Path file = Files.writeString(
                folder.resolve("quoted.csv"),
                "note,k,n,\"traffic\",vcs,buf,pkt,mode,offered_flits_node_cycle,avg_packet_latency,"
                        + "accepted_flits_node_cycle,avg_link_hops,unstable\r\n"
                        + "\"a, \"\"b\"\"\nc\",4,2,\"uniform\",2,8,4,latency,0.1,12,0.1,2,0\r\n");
        ReferenceRow row = ReferenceRow.read(file).get(0);
        assertEquals("uniform", row.pattern().word());
        assertEquals(4, row.k());
        assertEquals(12, row.latency());
    }
}
