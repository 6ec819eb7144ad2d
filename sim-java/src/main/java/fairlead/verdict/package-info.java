// SPDX-License-Identifier: Apache-2.0
/**
 * The checkers: what a run must have done follows from its program, and what it has done from events, commits at the
 * memory ports and memory itself, never from what the judged unit says of itself (ground rule D5). {@link
 * fairlead.verdict.Checks} has all of them and is the place to begin; each other class judges one kind of evidence and
 * reports to {@link fairlead.verdict.Violations}. docs/use/verdicts.md says which verdict rests on which class. The
 * package imports neither an engine nor node software, so that a checker cannot share a fault with what it checks.
 */
package fairlead.verdict;
