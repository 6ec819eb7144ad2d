// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import java.util.List;

/** Sound texts of the classes of fuzzed inputs that no example has. */
final class FuzzTexts {
    private static final String REFERENCE_HEAD =
            "traffic,k,n,vcs,buf,pkt,mode,offered_flits_node_cycle,avg_packet_latency,accepted_flits_node_cycle,avg_link_hops,unstable\n";

    private FuzzTexts() {}

    static List<String> of(final FuzzTarget target) {
        return switch (target) {
            case AXIS -> List.of(
                    "seed=1,2",
                    "seed=1..9:2",
                    "machine.latency.link=0.5..3:0.5",
                    "machine.shape=[2,1,1],[4,1,1]",
                    "machine.buffers.link_vc=1..4",
                    "engine=rtl,model",
                    "run.quantum=7",
                    "x=1,2");
            case SET -> List.of(
                    "machine.shape=[2, 1, 1]",
                    "seed=7",
                    "run.max_cycles=100",
                    "workload.bytes=64",
                    "workload={kind: ring}",
                    "machine={shape: [4, 1, 1], buffers: {link_vc: 17}}",
                    "expect.exercised=[fence_ordering]",
                    "machine.tasks_per_node=[1, 2]",
                    "faults=[{id: drop_credit, node: 1}]",
                    "machine.routing.mode=adaptive",
                    "machine.latency.link=3",
                    "workload.kind=random",
                    "machine.memory_bytes=4096",
                    "engine=model",
                    "schema=x/1");
            case POINT -> List.of(
                    "{\"scenario\": \"tiny.yaml\", \"set\": {\"seed\": 2}}",
                    "{\"scenario\": \"tiny.yaml\", \"set\": {\"machine.buffers.link_vc\": 3, \"workload.bytes\": 128, \"engine\": \"model\"}}",
                    "{\"set\": {\"machine.shape\": [2, 2, 1], \"run.max_cycles\": 3000}, \"scenario\": \"./tiny.yaml\"}",
                    "{\"scenario\": \"none.yaml\"}");
            case ASK_TELL -> List.of(
                    "{\"ask\": 2}\n{\"front\": true}\n",
                    "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 2}, \"values\": {\"completion_time\": 3, \"buffer_bits\": 7.5}}]}\n{\"front\": true}\n",
                    "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 2, \"machine.buffers.local\": 2}, \"values\": null}]}\n{\"ask\": 10}\n",
                    "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 3, \"machine.buffers.local\": 1}}]}\n{\"ask\": 1}\n");
            case REFERENCE -> List.of(
                    REFERENCE_HEAD + "uniform,4,1,2,8,4,latency,0.1,12,0.1,1,0\n",
                    REFERENCE_HEAD
                            + "neighbor,4,1,4,4,1,latency,0.2,12.5,0.2,1,0\nuniform,3,2,2,8,8,saturation,1.0,,0.6,1.5,1\n",
                    REFERENCE_HEAD
                            + "tornado,4,2,2,16,8,latency,0.05,30,0.05,2,0\nshuffle,4,1,2,8,4,latency,0.1,nan,0.1,1,1\n");
            case RMA_GOAL -> List.of(
                    "num_ranks 2\nrank 0 {\nl: send 8b to 1 tag 2\nc: cas 8b to 1 at 0 expect 1 value 2\nc requires l\n}\n"
                            + "rank 1 {\nrecv 8b from 0 tag 2\n}\n");
            case BOOKSIM -> List.of(
                    "topology = torus; k = 8; n = 1; routing_function = min_adapt; traffic = hotspot({1,2},{3,4});\n"
                            + "packet_size = {1,5}; packet_size_rate = {2,1}; injection_rate = 0.1; priority = age;\n",
                    "topology = torus;\nk = 3;\nn = 3;\nrouting_function = dim_order;\nburst_alpha = 0.5;\n"
                            + "burst_beta = 0.25;\ninjection_process = on_off;\nlatency_thres = 300.0;\n");
            case STRUCTURE -> List.of(
                    "schema: fairlead.structure/1\ndescription: two VCs a class, for dimension order\nvcs_per_class: 2\n",
                    "schema: fairlead.structure/1\ncounters: 32\ndimensions: 2\nmax_payload: 128\n",
                    "{schema: fairlead.structure/1, dla_channels: 8, origin_epochs: 64, target_epochs: 64}\n");
            default -> throw new IllegalArgumentException(target.name());
        };
    }
}
