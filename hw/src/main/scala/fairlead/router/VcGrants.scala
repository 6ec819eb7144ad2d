// SPDX-License-Identifier: Apache-2.0
package fairlead.router

import chisel3._
import chisel3.util._
import fairlead.params.Structure

/** The output VCs that heads are given in one cycle, where VCs are allocated in a stage of their own.
  *
  * @param heads   by input port: VCs whose head is given one
  * @param bind    by input port and VC: the packed FlitMeta that its packet follows, stamp and output VC
  * @param vcs     by output port: VCs that are given
  * @param binders by output port and VC: the input VC that it is given to, input port ## VC
  * @param any     whether there is one
  */
final case class VcGrants(
    heads: Seq[UInt],
    bind: Seq[Seq[UInt]],
    vcs: Seq[UInt],
    binders: Seq[Seq[UInt]],
    any: Bool
)

object VcGrants {

  /** Connects the heads of all input ports to iSLIP. `free`, `roomy`: masks over places, output VCs that may be given
    * and those with room for two packets.
    */
  def islip(s: RouterShape, heads: Seq[Option[HeadsIO]], adaptive: Bool, free: UInt, roomy: UInt)(implicit
      structure: Structure
  ): VcGrants = {
    val by = (if (s.isShared) Module(new SharedVcs(s)) else Module(new IslipVcs(s))).suggestName("vcAllocator")
    connect(s, heads, by.io.waiting, by.io.front)
    by.io.adaptive := adaptive
    by.io.free     := free
    by.io.roomy    := roomy
    def row(o: Int): Range = s.place(o) until s.place(o) + s.vcsOf(o)
    val ports = 0 until s.ports
    VcGrants(
      by.io.granted.toSeq,
      by.io.bind.map(_.toSeq).toSeq,
      ports.map(o => by.io.vcs(row(o).last, row(o).head)),
      ports.map(o => row(o).map(by.io.binder(_))),
      by.io.requests
    )
  }

  /** Connects them to an allocator that gives one VC of an output port to one head of an input port in a cycle. */
  def tournament(s: RouterShape, heads: Seq[Option[HeadsIO]], by: SwitchAllocator): VcGrants = {
    connect(s, heads, by.io.waiting, by.io.front)
    def oneHot(is: Bool, vc: UInt, n: Int): UInt = Mux(is, if (n == 1) 1.U(1.W) else UIntToOH(vc, n), 0.U(n.W))
    val froms = by.io.winner.map(w => w.from ## Mux1H((0 until s.ports).map(i => (w.from === i.U, by.io.pick(i)))))
    val ports = 0 until s.ports
    VcGrants(
      ports.map(i => oneHot(by.io.granted(i), by.io.pick(i), s.vcsOf(i))),
      ports.map(i => Seq.fill(s.vcsOf(i))(by.io.bind(i).asUInt)),
      ports.map(o => oneHot(by.io.winner(o).valid, by.io.winner(o).vc, s.vcsOf(o))),
      ports.map(o => Seq.fill(s.vcsOf(o))(froms(o))),
      by.io.requests
    )
  }

  private def connect(
      s: RouterShape,
      heads: Seq[Option[HeadsIO]],
      waiting: MixedVec[UInt],
      front: MixedVec[Vec[UInt]]
  ): Unit = for (i <- 0 until s.ports) {
    waiting(i) := heads(i).fold(0.U(s.vcsOf(i).W))(_.waiting)
    front(i)   := heads(i).fold(0.U.asTypeOf(front(i)))(_.front)
  }
}
