// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of programs and machines with JUnit 5 (docs/use/api.md). It needs junit-jupiter on the class path of the tests.
 */
package fairlead.api.junit;
