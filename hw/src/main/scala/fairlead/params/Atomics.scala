// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** What a FADD leaves where it finds a word. A FADD with another value is refused. */
object AtomicFunction {
  val Add            = Code("ADD", 0, "word + operand")
  val And            = Code("AND", 1, "word and operand, bit by bit")
  val Or             = Code("OR", 2, "word or operand, bit by bit")
  val Xor            = Code("XOR", 3, "word exclusive or operand, bit by bit")
  val Swap           = Code("SWAP", 4, "operand")
  val all: Seq[Code] = Seq(Add, And, Or, Xor, Swap)
  val bits           = 3
  val mask           = (1 << bits) - 1
}

/** What a memory write port does (WriteReq.op, CommitEvent.operation). FETCH_AND to SWAP are the AtomicFunction plus 2.
  */
object WriteOp {
  val Write          = Code("WRITE", 0, "write the bytes")
  val FetchAdd       = Code("FETCH_ADD", 1, "a word of 4 or 8 bytes: add d0")
  val CompSwap       = Code("COMPARE_SWAP", 2, "a word: d0, where d1 is found")
  val FetchAnd       = Code("FETCH_AND", 3, "a word: and with d0")
  val FetchOr        = Code("FETCH_OR", 4, "a word: or with d0")
  val FetchXor       = Code("FETCH_XOR", 5, "a word: exclusive or with d0")
  val Swap           = Code("SWAP", 6, "a word: d0")
  val all: Seq[Code] = Seq(Write, FetchAdd, CompSwap, FetchAnd, FetchOr, FetchXor, Swap)
  val bits           = 3
}
