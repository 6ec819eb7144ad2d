// SPDX-License-Identifier: Apache-2.0
package fairlead.barrier

import chisel3._
import chisel3.layers.Verification
import chisel3.util._
import fairlead.params._
import fairlead.ports._
import fairlead.words.{BarrierCommand, BarrierEvent, ClassRoute}

class ClassRouteBarriersIO extends Bundle {
  val cfg        = Input(new CfgWrite)
  val cmd        = Input(new Cmd) // BAR_ENTER, BAR_LEAVE, BAR_ADD, BAR_READ with `barrier` 1 + r
  val in         = Input(Vec(CollectiveFixed.routes, UInt(CollectiveFixed.legBits.W))) // of BarrierLeg, by class route
  val out        = Output(Vec(CollectiveFixed.routes, UInt(CollectiveFixed.legBits.W)))
  val joinEvents = Output(Vec(CollectiveFixed.routes, new EventPort))
  val releaseEvents = Output(Vec(CollectiveFixed.routes, new EventPort))
  val busy          = Output(Bool())
}

/** The barriers of the class routes at one node: for each class route a BarrierUnit of its own, and a BarrierLeg on the
  * links of the class route.
  *
  * Contract: CLASS_ROUTES, ROUTE_TASKS and BARRIER_WIDTH are written under reset. A join at a node that is no member is
  *           ignored, as its N is 0.
  * Timing:   that of BarrierUnit and BarrierLeg.
  * Spec:     docs/spec/barrier-unit.md (R-BAR-7)
  */
class ClassRouteBarriers(p: TileParams) extends Module with OpenUnit {
  val io = IO(new ClassRouteBarriersIO)

  private def writes(code: Code): Bool = io.cfg.valid && io.cfg.reg === code.value.U
  private def field(word: UInt, route: Int, width: Int): UInt =
    word(CollectiveFixed.stride * route + width - 1, CollectiveFixed.stride * route)

  private val classRoutes =
    RegEnable(io.cfg.data(CollectiveFixed.stride * CollectiveFixed.routes - 1, 0), writes(CollectiveReg.ClassRoutes))
  private val number = BarrierCommand.number(io.cmd)

  private val busy = Seq.tabulate(CollectiveFixed.routes) { route =>
    val unit = part(new BarrierUnit(p))
    val leg  = Module(new BarrierLeg)

    // the unit takes N as its TASKS
    unit.io.cfg := io.cfg
    when(writes(ConfigReg.Tasks)) { unit.io.cfg.valid := false.B }
    when(writes(CollectiveReg.RouteTasks)) {
      unit.io.cfg.reg  := ConfigReg.Tasks.value.U
      unit.io.cfg.data := field(io.cfg.data, route, ClassRouteBarriers.taskBits)
    }
    unit.io.cmd       := io.cmd
    unit.io.cmd.valid := io.cmd.valid && number === (route + 1).U
    unit.io.giIn      := leg.io.all

    leg.io.links  := field(classRoutes, route, leg.io.links.getWidth).asTypeOf(new ClassRoute)
    leg.io.own    := unit.io.giOut
    leg.io.in     := io.in(route)
    io.out(route) := leg.io.out

    Seq(io.joinEvents(route) -> unit.io.joinEvent, io.releaseEvents(route) -> unit.io.releaseEvent).foreach {
      case (port, event) =>
        port   := event
        port.a := (route + 1).U ## event.a(BarrierEvent.taskBits - 1, 0)
    }
    unit.io.busy || leg.io.busy
  }
  io.busy := busy.reduce(_ || _)

  layer.block(Verification) {
    val enters = io.cmd.valid && io.cmd.op === TileCommand.BarEnter.value.U
    assert(!enters || number <= CollectiveFixed.routes.U,
      "RB_A1: a join of the barrier of a class route that does not exist")
  }
}

object ClassRouteBarriers {
  val taskBits = 5 // of N in ROUTE_TASKS
}
