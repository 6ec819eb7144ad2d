// SPDX-License-Identifier: Apache-2.0
package fairlead.params

/** The host commands whose unit this structure leaves out. The tile refuses them as malformed (docs/spec/tile.md, rule
  * 6).
  */
object AbsentUnits {
  private val collective = Seq(TileCommand.TreeGive, TileCommand.TreeBody, TileCommand.TreeRead, TileCommand.TreeAbort,
    TileCommand.DeviceLock,
    TileCommand.DeviceUnlock, TileCommand.DeviceReadHeader, TileCommand.DeviceDrain)

  private val dla = Seq(TileCommand.DlaAlloc, TileCommand.DlaRequest, TileCommand.DlaData, TileCommand.DlaEnd,
    TileCommand.DlaRelease, TileCommand.DlaMark, TileCommand.DlaClear, TileCommand.DlaEventCredit)
  private val barrier = Seq(TileCommand.BarEnter, TileCommand.BarLeave, TileCommand.BarAdd, TileCommand.BarRead)

  def commands(implicit structure: Structure): Seq[Code] =
    (if (structure.collectiveUnits == 0) collective else Seq.empty) ++
      (if (structure.hasDla) Seq.empty else dla) ++ (if (structure.barrierUnit == 0) barrier else Seq.empty)
}
