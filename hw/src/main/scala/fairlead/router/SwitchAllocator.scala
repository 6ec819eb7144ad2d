// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.Fixed

class SwitchAllocatorIO(s: RouterShape) extends Bundle {
  val waiting  = Input(MixedVec((0 until s.ports).map(i => UInt(s.vcsOf(i).W))))
  val front    = Input(MixedVec((0 until s.ports).map(i => Vec(s.vcsOf(i), new FlitMeta(s)))))
  val credits  = Input(UInt(s.outputs.W)) // output VCs with a credit, by port ## VC index
  val unowned  = Input(UInt(s.outputs.W)) // output VCs that no packet holds
  val pick     = Output(Vec(s.ports, UInt(s.indexBits.W))) // VC chosen by each input port
  val chosen   = Output(Vec(s.ports, new FlitMeta(s))) // its front flit
  val granted  = Output(Vec(s.ports, Bool())) // and whether that leaves in this cycle
  val takes    = Output(Vec(s.ports, UInt(s.ports.W))) // by output port: the input port that it takes from, one-hot or zero
  val requests = Output(Bool()) // something is granted in this cycle
}

/** VC and switch allocation in one step: each input port picks one of its VCs, each output port one of the input ports.
  *
  * A VC requests while it holds a flit whose output VC has a credit and, for a head, no owner. So whatever is picked may go, and a head is never bound to a VC
  * without credit. Both stages prefer the older packet, then the rotation; under round robin all stamps are zero.
  *
  * Pointers. Output: moves behind the input port that it takes from. Input: moves behind a VC that is granted, and onto a VC that is picked but refused: so no
  * pointer passes a requesting VC, and a VC that keeps requesting is granted within (VCs of its port) * (input ports) cycles under round robin (R7).
  *
  * Age order. The output stage compares stamps relative to that of the lowest-numbered input port with a request: a total order, so that every output port with a
  * request grants. It is the order of age while all stamps lie within 2^14 cycles.
  * Spec: docs/spec/torus-router.md
  */
class SwitchAllocator(s: RouterShape) extends Module {
  val io = IO(new SwitchAllocatorIO(s))

  private val n = s.ports

  // state: rotating pointers
  private val vcBehind   = (0 until n).map(i => RegInit(0.U(s.vcsOf(i).W))) // of each input port over its VCs
  private val portBehind = RegInit(VecInit.fill(n)(0.U(n.W))) // (i)(o): the pointer of output port o has passed input port i

  // stage 1: one VC for each input port
  private val headReady = io.credits & io.unowned
  private val picks     = (0 until n).map { i =>
    val entries = io.front(i).zipWithIndex.map { case (front, v) =>
      val ready = Mux(front.head, headReady, io.credits)
      AgeArbiter.Entry(
        io.waiting(i)(v) && ready(front.out),
        front.stamp ## vcBehind(i)(v),
        front.asUInt,
        v.U(s.indexBits.W)
      )
    }
    AgeArbiter(entries)
  }
  private val valid = picks.map(_.valid)
  private val word  = picks.map(_.word.asTypeOf(new FlitMeta(s)))
  private val wants = (0 until n).map(i => Mux(valid(i), UIntToOH(word(i).port, n), 0.U))

  // stage 2: one input port for each output port
  private val reference = PriorityMux(valid, word.map(_.stamp)) // the last one when nothing requests
  private val keys: Seq[UInt] = (0 until n).map { i =>
    val age = word(i).stamp -% reference + (1 << (Fixed.stampBits - 1)).U
    age(Fixed.stampBits - 1, 0) ## portBehind(i)(word(i).port)
  }
  private val beaten = Array.fill(n)(false.B)
  for (low <- 0 until n; high <- low + 1 until n) {
    val conflict = (wants(low) & wants(high)).orR
    val highWins = keys(high) < keys(low)
    beaten(low) = beaten(low) || conflict && highWins
    beaten(high) = beaten(high) || conflict && !highWins
  }
  private val granted = (0 until n).map(i => valid(i) && !beaten(i))
  private val taken   = (0 until n).map(i => Mux(granted(i), wants(i), 0.U))
  private val busy    = taken.reduce(_ | _)

  // pointers
  for (i <- 0 until n) {
    if (s.vcsOf(i) > 1) when(valid(i)) {
      val oneHot = UIntToOH(picks(i).index, s.vcsOf(i))
      vcBehind(i) := Mux(granted(i), RoundRobin.after(oneHot), RoundRobin.on(oneHot))
    }
    val atOrAfter = taken.drop(i).reduce(_ | _) // outputs whose winner is i or comes after it: their pointers pass i
    portBehind(i) := portBehind(i) & ~busy | atOrAfter
  }

  for (i <- 0 until n) {
    io.pick(i)    := picks(i).index
    io.chosen(i)  := word(i)
    io.granted(i) := granted(i)
    io.takes(i)   := Cat(taken.reverse.map(_(i)))
  }
  io.requests := busy.orR

  layer.block(layers.Verification) {
    io.takes.foreach(t => assert(PopCount(t) <= 1.U, "RT_P4: an output port takes from two input ports"))
    val anyWants = wants.reduce(_ | _)
    assert(anyWants === busy, "RT_P5: an output port has a request and grants nothing")
    assert(PopCount(granted) === PopCount(busy), "RT_P6: grants and departures differ")
  }
}
