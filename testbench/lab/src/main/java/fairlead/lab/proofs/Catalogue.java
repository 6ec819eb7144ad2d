// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import java.util.List;
import java.util.stream.Stream;

/** The catalogue of all properties. */
public final class Catalogue {
    private static final List<Property> ALL = Stream.of(
                    CreditProperties.all(),
                    RouterProperties.all(),
                    LinkProperties.all(),
                    DlaProperties.all(),
                    FenceProperties.all(),
                    EpochProperties.all(),
                    ReceiveProperties.all(),
                    BarrierProperties.all(),
                    OrderProperties.all(),
                    TransmitProperties.all(),
                    HeaderProperties.all(),
                    RequestProperties.all(),
                    ResponseProperties.all(),
                    RestProperties.all(),
                    CounterProperties.all(),
                    CollectiveProperties.all(),
                    TreeProperties.all(),
                    FrontProperties.all())
            .flatMap(List::stream)
            .toList();

    private Catalogue() {}

    public static List<Property> all() {
        return ALL;
    }
}
