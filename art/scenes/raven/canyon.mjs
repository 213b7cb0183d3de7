// The canyon as a height field in metres: the viewer's rim is 0, the floor about -430; beyond it tableland and far mesas.
import { clamp, mix, ss, fbm, ridged, n2, mix3, mul3 } from '../../kit/core.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { abs, sqrt, max, sin, log, exp } = Math

/** The river's course as [x, z, half width of the canyon]; the first reaches pass below the viewer. */
const COURSE = [
  [-3600, 1300, 760],
  [-1500, 640, 660],
  [-300, 660, 712],
  [620, 1150, 706],
  [640, 2300, 620],
  [-260, 3500, 600],
  [120, 5200, 620],
  [1500, 6900, 700],
  [1300, 9800, 700],
]
const buttes = mesaField([
  [560, 1720, 150, 210, 330, 2.4],
  [-560, 2500, 190, 150, 300, 5.2],
  [-190, 4700, 200, 260, 320, 7.7],
])
const far = mesaField([
  [-5200, 12500, 1500, 1000, 330, 4.6],
  [2600, 15500, 1300, 900, 340, 1.9],
  [8400, 17500, 2300, 1300, 480, 6.8],
  [-1900, 22500, 2600, 1300, 460, 3.5],
  [-12500, 27000, 3600, 1800, 820, 9.1],
  [5200, 33000, 5000, 2000, 900, 7.3],
])
/** Metres from the rim into the canyon (negative on the tableland). */
function inside(x, z) {
  let best = -1e9
  for (let i = 1; i < COURSE.length; i++) {
    const [ax, az, aw] = COURSE[i - 1],
      [bx, bz, bw] = COURSE[i],
      ux = bx - ax,
      uz = bz - az,
      t = clamp(((x - ax) * ux + (z - az) * uz) / (ux * ux + uz * uz)),
      dx = x - ax - ux * t,
      dz = z - az - uz * t,
      e = mix(aw, bw, t) - sqrt(dx * dx + dz * dz)
    if (e > best) best = e
  }
  return best
}
/** Height over the rim by distance into the canyon: cliff, slope, cliff, slope ... down to the floor. */
const STEPS = [
  [0, 0],
  [13, -88],
  [95, -140],
  [107, -205],
  [235, -285],
  [245, -318],
  [400, -400],
  [560, -424],
  [590, -436],
]
function wall(e) {
  if (e <= 0) return 0
  for (let i = 1; i < STEPS.length; i++)
    if (e < STEPS[i][0]) {
      const [a, ya] = STEPS[i - 1],
        [b, yb] = STEPS[i]
      return mix(ya, yb, (e - a) / (b - a))
    }
  return -436
}
/** Slabs of the near ledge: low steps with joints between them. */
function ledge(x, z) {
  const wx = x + 0.9 * n2(x / 2.3, z / 2.3) + 0.25 * n2(x / 0.6, z / 0.6),
    h = 1.5 * fbm(x / 13 + 4, z / 9, 3),
    k = Math.floor(h / 0.34),
    f = h / 0.34 - k,
    joint = abs(n2(wx / 3.4 + 9, z / 2.6))
  return 0.34 * (k + ss(0.8, 1, f)) - 0.22 * (1 - ss(0, 0.05, joint)) + 0.04 * fbm(x / 0.5, z / 0.5, 3)
}
/** Height in metres at (x, z): ledge, walls, floor, buttes, tableland, far mesas. */
export function canyon(x, z) {
  let e = inside(x, z)
  if (e > -420) {
    const calm = ss(0, 420, sqrt(x * x + z * z)) // the viewer's own ledge stays put
    e +=
      calm * (215 * fbm(x / 620 + 3, z / 620 + 1, 3) + 62 * (ridged(x / 190, z / 190 + 4, 3) - 0.6)) +
      (0.3 + 0.7 * calm) * (15 * n2(x / 46, z / 46) + 6 * n2(x / 17 + 5, z / 17)) +
      2.2 * n2(x / 5.2, z / 5.2)
  }
  const low = wall(e),
    gully = e > 20 ? 17 * (ridged(x / 88 + 2, z / 88, 3) - 0.62) * ss(20, 60, e) * (1 - ss(420, 560, e)) : 0
  let y =
    low +
    gully +
    2.6 * fbm(x / 90, z / 90, 3) * ss(30, 200, abs(e)) +
    (z < 70 ? ledge(x, z) * ss(70, 40, z) : 0)
  if (e > 120) {
    const b = buttes(x, z)
    if (b > 0) y = max(y, -430 + b)
  }
  if (e < 0 && z > 700) y += ss(700, 5000, z) * (26 * fbm(x / 900 + 2, z / 900, 4) - 4)
  if (z > 9000) {
    const m = far(x, z)
    if (m > 0) y = max(y, m)
  }
  return y
}
/** Albedo by height (layers of the wall), slope and growth. */
export function rock(x, y, z, n) {
  const slope = 1 - n[1],
    wave = y + 5 * fbm(x / 260, z / 260, 2),
    band = 0.5 + 0.5 * sin(wave * 0.21 + 2.4 * n2(wave * 0.021, 1.7)),
    fine = n2(wave * 0.34, x * 0.002 + 3),
    pale = mix3([0.52, 0.37, 0.25], [0.66, 0.52, 0.37], band),
    red = mix3([0.36, 0.15, 0.085], [0.54, 0.265, 0.15], band),
    deep = mix3([0.25, 0.105, 0.07], [0.37, 0.19, 0.125], band)
  let a = mix3(red, pale, ss(-98, -84, wave))
  a = mix3(deep, a, ss(-330, -290, wave))
  if (z > 9000) a = mix3(a, red, ss(9000, 11000, z))
  a = mul3(a, 1 + 0.16 * fine + 0.14 * fbm(x / 40, y / 9, 3))
  const flat = 1 - ss(0.1, 0.34, slope),
    soil = mix3([0.42, 0.27, 0.17], [0.36, 0.28, 0.15], ss(-0.3, 0.4, fbm(x / 130 + 8, z / 210, 4)))
  a = mix3(a, y < -100 ? mix3(a, soil, 0.45) : soil, flat * (y < -100 ? 0.8 : 1))
  const grow = z < 16000 ? ss(0.2, 0.32, fbm(x / 6.5, z / 6.5, 2) + 0.6 * fbm(x / 190, z / 190, 2)) : 0.35
  a = mix3(a, [0.062, 0.078, 0.04], 0.82 * grow * (1 - ss(0.2, 0.46, slope)) * ss(24, 90, z))
  if (z < 60 && y > -20) {
    const stone = mix3([0.5, 0.37, 0.25], [0.63, 0.5, 0.36], 0.5 + 0.5 * fbm(x / 1.7, z / 1.7, 4)),
      lichen = ss(0.18, 0.42, fbm(x / 0.8 + 3, z / 0.8, 4))
    a = mix3(a, mix3(stone, [0.24, 0.22, 0.17], 0.6 * lichen), ss(60, 35, z))
  }
  if (y < -418 && n[1] > 0.9) a = mix3(a, [0.1, 0.13, 0.055], 0.7 * ss(-0.2, 0.3, fbm(x / 60, z / 60, 3)))
  return a
}
/** Height of the shadow over (x, z): a point below it gets no sun. Computed once on a grid that widens with the distance. */
export function shadowMap(R, sun) {
  const NX = Math.max(240, R.W >> 1),
    NZ = Math.max(220, Math.round(R.W * 0.32)),
    z0 = 2.4,
    z1 = 26000,
    span = 0.86,
    grid = R.buffer(NX * NZ),
    l = sqrt(sun[0] ** 2 + sun[2] ** 2),
    [ax, az, rise] = [sun[0] / l, sun[2] / l, sun[1] / l]
  R.rows(NZ, (j) => {
    const z = z0 * exp((log(z1 / z0) * j) / (NZ - 1))
    for (let i = 0; i < NX; i++) {
      const x = ((i / (NX - 1)) * 2 - 1) * span * z
      let top = -1e4
      for (let s = max(1.5, z * 0.004); s < 1500; s *= 1.19) {
        const h = canyon(x + ax * s, z + az * s) - s * rise
        if (h > top) top = h
        if (s * rise > 620) break
      }
      grid[j * NX + i] = top
    }
  })
  return (x, z) => {
    const v = clamp((log(max(z, z0) / z0) / log(z1 / z0)) * (NZ - 1), 0, NZ - 1.001),
      u = clamp((x / (span * z) + 1) * 0.5 * (NX - 1), 0, NX - 1.001),
      i = u | 0,
      j = v | 0,
      o = j * NX + i
    return mix(mix(grid[o], grid[o + 1], u - i), mix(grid[o + NX], grid[o + NX + 1], u - i), v - j)
  }
}
