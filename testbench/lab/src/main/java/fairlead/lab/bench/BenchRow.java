// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

/** One measured figure. */
public record BenchRow(String name, String shape, double load, double value, String unit) {}
