// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** Info objects: keys with texts, which change nothing. */
final class InfoCalls {
    private final MpiRank rank;
    private final Handles<Map<String, String>> infos = new Handles<>(ErrorClass.INFO, "info object");

    InfoCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        infos.put(1, Map.of()); // MPI_INFO_ENV
        calls.on("Info_create", r -> rank.put(r.at(0), infos.add(new LinkedHashMap<>())));
        calls.on("Info_dup", r -> rank.put(r.at(1), infos.add(new LinkedHashMap<>(info(r)))));
        calls.on("Info_free", r -> rank.release(infos, r.at(0)));
        calls.on("Info_set", r -> info(r).put(key(r), rank.text(r.at(3), r.number(4))));
        calls.on("Info_get", r -> get(r, r.number(3), r.at(4), r.at(5)));
        calls.on("Info_get_valuelen", r -> {
            String value = info(r).get(key(r));
            rank.put(r.at(4), value == null ? 0 : 1);
            if (value != null) {
                rank.put(r.at(3), value.length());
            }
        });
        calls.on("Info_get_nkeys", r -> rank.put(r.at(1), info(r).size()));
        calls.on("Info_get_nthkey", r -> {
            if (r.at(1) < 0 || r.at(1) >= info(r).size()) {
                throw new MpiError(ErrorClass.ARG, "there is no key " + r.at(1));
            }
            rank.putText(r.at(2), 0, new ArrayList<>(info(r).keySet()).get(r.number(1)));
        });
        calls.on("Info_delete", r -> {
            if (info(r).remove(key(r)) == null) {
                throw new MpiError(ErrorClass.INFO_NOKEY, "there is no key " + key(r));
            }
        });
        calls.on("Comm_set_info", r -> rank.comm(r.number(0)));
        calls.on("Comm_get_info", r -> {
            rank.comm(r.number(0));
            rank.put(r.at(1), infos.add(new LinkedHashMap<>()));
        });
        calls.on("Win_set_info", r -> rank.window(r.number(0)));
        calls.on("Win_get_info", r -> {
            rank.window(r.number(0));
            rank.put(r.at(1), infos.add(new LinkedHashMap<>()));
        });
    }

    private Map<String, String> info(Request r) {
        return infos.get(r.number(0));
    }

    private String key(Request r) throws IOException {
        return rank.text(r.at(1), r.number(2));
    }

    private void get(Request r, int room, long result, long flag) throws IOException {
        String value = info(r).get(key(r));
        rank.put(flag, value == null ? 0 : 1);
        if (value != null) {
            rank.putText(result, 0, value.substring(0, Math.min(room, value.length())));
        }
    }
}
