// SPDX-License-Identifier: Apache-2.0
/** Runs the simulations of a search as tasks of Apache Spark (`--on spark:MASTER`), in a module of its own. */
package fairlead.spark;
