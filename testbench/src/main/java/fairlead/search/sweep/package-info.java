// SPDX-License-Identifier: Apache-2.0
/** One scenario over ranges of its own keys, each point repeated with other seeds. */
package fairlead.search.sweep;
