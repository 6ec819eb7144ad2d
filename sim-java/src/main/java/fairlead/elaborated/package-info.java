// SPDX-License-Identifier: Apache-2.0
/**
 * What elaboration decided for this process: the structure (decision 18), which the generated constants are read from.
 */
package fairlead.elaborated;
