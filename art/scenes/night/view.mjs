const { cos, sin } = Math

/** Height of the viewer's eye. */
export const EYE = 1.75

/** The camera stands still; a view moves the house. Turn and focal length, horizon, place of the house. */
function setting(name) {
  if (name === 'night') return { focal: 880, horizon: 742, turn: -0.42, place: () => [8.1, 24] }
  const place = (c, s) => [1.75 - (1.4 * c - 5.3 * s), 8.6 + 1.4 * s + 5.3 * c]
  return { focal: 1270, horizon: 650, turn: -0.36, place }
}

/** How a variant (`night` or `porch`) sees the house: camera numbers, and the way between world and house. */
export function makeView(name) {
  const { focal, horizon, turn, place } = setting(name)
  const c = cos(turn)
  const s = sin(turn)
  const [hx, hz] = place(c, s)
  return {
    porch: name === 'porch',
    focal,
    horizon,
    /** Cosine and sine of the house's turn. */
    c,
    s,
    toLocal: (x, z) => [(x - hx) * c - (z - hz) * s, (x - hx) * s + (z - hz) * c],
    toWorld: (x, z) => [hx + x * c + z * s, hz - x * s + z * c],
  }
}

/** The camera of a view in pixels of the studio's picture. */
export function cameraOf(R, { focal, horizon }) {
  return { y: EYE, f: focal * R.S, hor: horizon * R.S, cx: R.W / 2 }
}
