// SPDX-License-Identifier: Apache-2.0

/**
 * The programming interface for users: a machine and its program in code, run on the RTL or its twin, with verdicts,
 * events, memory and statistics (docs/use/api.md). Only this package and {@code fairlead.api.junit} are meant for
 * users; a test compares their public signatures with a file, and everything else in the jars may change at any time.
 */
package fairlead.api;
