// SPDX-License-Identifier: Apache-2.0
package fairlead.prove

import chisel3._
import chisel3.util._
import fairlead.collective._
import fairlead.params.{CollectiveMode, Structure}
import fairlead.words.{ClassRoute, CollectiveHeader}

/** CombineChannel at any place in any tree, with any packets of its neighbours and of its node. */
class CombineChannelProof(implicit structure: Structure) extends Harness {
  private val p     = CollectiveParams().copy(routes = 1)
  private val dut   = Module(new CombineChannel(p))
  private val route = symbolic("route", new ClassRoute)
  dut.io.route := route
  assert(PopCount(route.parent) <= 1.U && PopCount(route.children) <= 2.U && (route.parent & route.children) === 0.U,
    "PCN_A1: a class route with two parents or three children")
  private val isRoot   = route.parent === 0.U
  private val combines = symbolic("combines", Bool()) // of the root: all it gives are contributions

  private val taken = Cat(dut.io.localTake, dut.io.take)
  private val sources = Seq.tabulate(p.links + 1) { s =>
    val header = free(s"header$s", UInt(64.W)).asTypeOf(new CollectiveHeader)
    val sent   = WireInit(header)
    when(!isRoot || combines || s.U =/= p.links.U) {
      sent.mode := Mux(header.mode(0), CollectiveMode.Allreduce.value.U, CollectiveMode.Combine.value.U)
    }
    new PacketSource(if (s < p.links) dut.io.in(s) else dut.io.local, taken(s), sent.asUInt, 0.U, freeBit(s"tail$s"),
      freeBit(s"valid$s"))
  }
  dut.io.upTaken   := freeBit("upTaken") && dut.io.up.valid
  dut.io.downTaken := free("downTaken", UInt((p.links + 1).W)) & dut.io.downTo

  // ---- upwards at a node that is not the root: a counter a source, modulo 8, and one of what has left
  private def count(what: Bool): UInt = {
    val counter = RegInit(0.U(3.W))
    when(what) { counter := counter + 1.U }
    counter
  }
  private val who    = symbolic("who", UInt(2.W)) // any source that contributes
  private val counts = Cat(route.member, route.children)(who)
  private def at(bits: Seq[Bool]): Bool = VecInit(bits)(who)
  private val given  = count(at(sources.map(_.begins)))
  private val ended  = count(at(sources.map(_.ends)))
  private val left   = count(dut.io.upTaken && dut.io.up.head)
  private val gone   = count(dut.io.upTaken && dut.io.up.tail)
  private val waits  = dut.io.up.valid
  private val climbs = !isRoot && counts
  assert(!climbs || given === left + (waits && dut.io.up.head),
    "PCN_P1: a combine was released before a contribution, or twice, or not at all")
  assert(!climbs || ended - gone - (waits && dut.io.up.tail) <= 1.U,
    "PCN_P2: the last flit of a combine leaves before the last one of a contribution")
  private val parent =
    sources.take(p.links).zip(route.parent.asBools).map { case (s, is) => s.leaves && is }.reduce(_ || _)
  assert((taken & ~Cat(route.member || isRoot, route.children | route.parent)) === 0.U,
    "PCN_P3: a flit is taken from a link that the class route does not have")

  // ---- at the root, of contributions only: one for the node itself, and for the children after a combine for all
  private val root   = isRoot && combines && counts
  private val toHome = dut.io.downTaken(p.links)
  private val home   = count(toHome && dut.io.down.head)
  private val atHome = dut.io.downTo(p.links) && dut.io.down.head
  assert(!root || !route.member || given === home + atHome,
    "PCN_P4: the root of a combine does not receive it once, after all contributions")

  // ---- downwards: what comes from the parent goes once to each child and to a member
  private val whom  = symbolic("whom", UInt(2.W))
  private val wants = Cat(route.member, route.children)(whom)
  private val came  = count(parent)
  private val went  = count(dut.io.downTaken(whom))
  assert(isRoot || !wants || came === went + dut.io.downTo(whom),
    "PCN_P5: a flit from above is copied to a place twice or never")
  private val framed = Wire(Bool())
  private val open   = RegInit(false.B)
  when(dut.io.upTaken) { open := !dut.io.up.tail }
  framed := !dut.io.upTaken || dut.io.up.head =/= open
  assert(framed, "PCN_P6: flits that go up are not head, body, tail of one packet")
  private val held = RegNext(dut.io.up.valid && !dut.io.upTaken, false.B)
  assert(
    !held || dut.io.up.valid && dut.io.up.head === RegNext(dut.io.up.head) && dut.io.up.w0 === RegNext(dut.io.up.w0),
    "PCN_P7: a flit that is offered changes or goes before it is taken"
  )
  reachable(climbs && left === 2.U && PopCount(route.children) === 2.U && route.member, "PCN_C1")
  reachable(root && home === 2.U && PopCount(route.children) === 2.U, "PCN_C2")
  reachable(!isRoot && wants && went === 3.U && PopCount(route.children) === 2.U && route.member, "PCN_C3")
  reachable(held && dut.io.up.tail, "PCN_C4")
}

/** Any place in any tree, and sources whose flits wait until they are taken. */
abstract class CollectiveLiveProof(implicit structure: Structure) extends Harness {
  protected val p    = CollectiveParams().copy(routes = 1)
  protected val ends = p.links + 1

  /** A class route with at most one parent and two children. */
  protected def place: ClassRoute = {
    val drawn = symbolic("route", new ClassRoute)
    val route = WireInit(drawn)
    route.parent   := Mux(drawn.parent === 0.U, 0.U, PriorityEncoderOH(drawn.parent))
    route.children := drawn.children & ~route.parent & Cat(~(drawn.children(1) && drawn.children(0)), 3.U(2.W))
    route
  }

  /** Packets of one or two flits, which wait until they are taken. */
  protected class PatientSource(flit: TreeFlit, taken: Bool, header: UInt, number: Int) {
    private val waits  = RegInit(false.B)
    private val second = RegInit(false.B)
    private val tail   = Reg(Bool())
    private val ends   = Mux(waits, tail, second || freeBit(s"tail$number"))
    private val kept   = Reg(UInt(64.W))
    val valid: Bool    = waits || freeBit(s"valid$number")
    flit.valid := valid
    flit.head  := !second
    flit.tail  := ends
    flit.w0    := Mux(waits, kept, header)
    flit.w1    := 0.U
    waits      := valid && !taken
    tail       := ends
    kept       := flit.w0
    when(taken && valid) { second := !ends }
  }
}

/** A combine goes on, and so does what comes down, if all sources offer again and again and what is offered is taken
  * again and again.
  */
class CombineLiveProof(implicit structure: Structure) extends CollectiveLiveProof {
  private val dut   = Module(new CombineChannel(p))
  private val route = place
  dut.io.route := route
  private val taken = Cat(dut.io.localTake, dut.io.take)
  private val sources = Seq.tabulate(ends) { s =>
    val header = WireInit(free(s"header$s", UInt(64.W)).asTypeOf(new CollectiveHeader))
    header.mode := Mux(freeBit(s"mode$s"), CollectiveMode.Allreduce.value.U, CollectiveMode.Combine.value.U)
    new PatientSource(if (s < p.links) dut.io.in(s) else dut.io.local, taken(s), header.asUInt, s)
  }
  private val upTaken   = freeBit("upTaken") && dut.io.up.valid
  private val downTaken = free("downTaken", UInt(ends.W)) & dut.io.downTo
  dut.io.upTaken   := upTaken
  dut.io.downTaken := downTaken
  private val uses = Cat(route.member, route.children | route.parent)
  private val who  = symbolic("who", UInt(2.W))
  private val fair = sources.zipWithIndex.map { case (s, i) => s.valid || !uses(i) } ++
    Seq.tabulate(ends)(i => downTaken(i) || !dut.io.downTo(i)) :+ (upTaken || !dut.io.up.valid)
  live("PCL_L1", !uses(who) || !VecInit(sources.map(_.valid))(who) || taken(who), fair: _*)
  reachable(taken(who) && PopCount(route.children) === 2.U && route.member && route.parent =/= 0.U, "PCL_C1")
}
