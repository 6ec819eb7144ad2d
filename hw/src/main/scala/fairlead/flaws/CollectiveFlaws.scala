// SPDX-License-Identifier: Apache-2.0
package fairlead.flaws

import chisel3._
import fairlead.collective.{CollectiveParams, CollectiveRouter, MessageChannel}
import fairlead.params.UnsafeVariant._

class FlawedCollectiveRouter(p: CollectiveParams) extends CollectiveRouter(p) with FlawedPart {
  override protected def messageChannel(): MessageChannel = part(Module(new FlawedMessageChannel(p)))
}

class FlawedMessageChannel(p: CollectiveParams) extends MessageChannel(p) with FlawedPart {
  override protected def letsGo(last: Bool): Bool = super.letsGo(last) || flaw(PathFreed)
}
