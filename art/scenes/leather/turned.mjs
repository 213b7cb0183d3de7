const { cos, sin } = Math

/** x and z in the frame of a thing that lies at `place` = [x, z, turn]. */
export function turned(x, z, [px, pz, turn]) {
  const dx = x - px
  const dz = z - pz
  return [dx * cos(turn) + dz * sin(turn), -dx * sin(turn) + dz * cos(turn)]
}
