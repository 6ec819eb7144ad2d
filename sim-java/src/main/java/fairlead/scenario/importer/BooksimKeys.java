// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import java.util.LinkedHashMap;
import java.util.Map;

/** The keys of a BookSim configuration that have no effect here, each with the reason. */
final class BooksimKeys {
    private static final String PIPELINE = "the router has the pipeline of the RTL";
    private static final String ALLOCATOR = "the router has the allocators of the RTL; machine.arbitration chooses";
    private static final String OUTPUT = "what is written is chosen by the options of the command";
    private static final String POWER = "power is not estimated";
    private static final String CLASS = "request and response are classes of the machine";
    private static final String OTHER = "it belongs to another topology or router";
    private static final String BUFFER = "each VC has a buffer of its own";

    /** The reason for each key. */
    static final Map<String, String> IGNORED = ignored();

    private BooksimKeys() {}

    private static Map<String, String> ignored() {
        final Map<String, String> keys = new LinkedHashMap<>();
        add(
                keys,
                PIPELINE,
                "output_delay credit_delay internal_speedup speculative spec_use_prio spec_check_elig"
                        + " spec_mask_by_reqs routing_delay vc_alloc_delay sw_alloc_delay st_prepare_delay st_final_delay"
                        + " input_speedup output_speedup hold_switch_for_packet wait_for_tail_credit vc_busy_when_full"
                        + " vc_priority_donation noq noq_delay vct");
        add(
                keys,
                ALLOCATOR,
                "vc_allocator sw_allocator vc_alloc_arb_type sw_alloc_arb_type alloc_iters"
                        + " vc_alloc_iters sw_alloc_iters");
        add(
                keys,
                OUTPUT,
                "print_activity print_csv_results print_vc_stats print_messages viewer_trace watch_file"
                        + " watch_flits watch_packets watch_transactions watch_out stats_out flow_out sent_packets_out"
                        + " active_packets_out injected_flits_out ejected_flits_out received_flits_out sent_flits_out"
                        + " stored_flits_out free_credits_out used_credits_out max_credits_out measure_stats"
                        + " pair_stats include_queuing");
        add(keys, POWER, "sim_power power_output_file tech_file channel_width channel_sweep");
        add(
                keys,
                CLASS,
                "class_priority replies_inherit_priority read_request_begin_vc read_request_end_vc"
                        + " write_request_begin_vc write_request_end_vc read_reply_begin_vc read_reply_end_vc"
                        + " write_reply_begin_vc write_reply_end_vc read_request_subnet read_reply_subnet"
                        + " write_request_subnet write_reply_subnet read_request_size write_request_size read_reply_size"
                        + " write_reply_size");
        add(
                keys,
                OTHER,
                "x y xr yr limit express_channels in_ports out_ports fail_seed network_file" + " channel_file");
        add(
                keys,
                BUFFER,
                "buffer_policy buf_size shared_buf_size private_bufs private_buf_size private_buf_start_vc"
                        + " private_buf_end_vc max_held_slots feedback_aging_scale feedback_offset");
        add(keys, "the measurement waits for every packet that it counts", "drain_measured_only");
        add(keys, "the static check and the detector of knots need no time-out", "deadlock_warn_timeout");
        add(
                keys,
                "workload.threshold, from stopping_thres, is the only one",
                "warmup_thres acc_warmup_thres acc_stopping_thres");
        add(keys, "the periods on and off have 100 cycles on average", "burst_alpha burst_beta burst_r1");
        add(keys, "the seed decides", "perm_seed packet_size_rate");
        add(keys, "sim_type batch is not measured", "batch_size batch_count max_outstanding_requests");
        add(keys, "give sweep --repeats", "sim_count");
        return keys;
    }

    private static void add(final Map<String, String> keys, final String reason, final String names) {
        for (final String name : names.split(" ")) {
            keys.put(name, reason);
        }
    }
}
