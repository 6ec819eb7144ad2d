// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/** The kind of switch arbitration; the ordinal is the bit roundRobin of configuration register ARBITRATION. */
public enum Arbitration {
    AGE,
    ROUND_ROBIN
}
