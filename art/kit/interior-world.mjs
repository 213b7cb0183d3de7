// A world of many parts: one distance function out of hundreds of props, kept fast by a grid of short candidate lists.
const { ceil, min, max, sqrt } = Math

/**
 * parts: [{ d: (x,y,z) => metres, mat: surface }]; every d must be a true lower bound, also far away.
 * bounds [x0,y0,z0,x1,y1,z1]: a ray that leaves them is outdoors. Returns { map, inside, trace, surface() of the last map call }.
 * A cell keeps only the parts that can be nearest somewhere in it; a cell far from everything answers with a lower bound.
 */
export function makeWorld(parts, [x0, y0, z0, x1, y1, z1], cell = 0.1) {
  const size = [ceil((x1 - x0) / cell), ceil((y1 - y0) / cell), ceil((z1 - z0) / cell)],
    [nx, ny, nz] = size,
    inv = 1 / cell,
    half = (cell * sqrt(3)) / 2,
    far = half + 0.28,
    near = new Float32Array(nx * ny * nz),
    start = new Uint32Array(nx * ny * nz + 1),
    every = parts.map((_, i) => i),
    lists = []
  let at = 0
  const coarse = new Map()
  const block = 5
  /** Parts that can be nearest within r of a point, out of those given; the rest are at least `beyond` away from everywhere in r. */
  const candidates = (x, y, z, r, from) => {
    const d = from.map((i) => parts[i].d(x, y, z)),
      limit = min(...d) + 2.2 * r + 0.01
    return { list: from.filter((_, k) => d[k] <= limit), beyond: limit - r }
  }
  const blockAt = (i, j, k) => {
    const a = (i / block) | 0,
      b = (j / block) | 0,
      c = (k / block) | 0,
      key = (c * 512 + b) * 512 + a,
      size = block * cell
    if (!coarse.has(key))
      coarse.set(
        key,
        candidates(x0 + (a + 0.5) * size, y0 + (b + 0.5) * size, z0 + (c + 0.5) * size, half * block, every),
      )
    return coarse.get(key)
  }
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const x = x0 + (i + 0.5) * cell,
          y = y0 + (j + 0.5) * cell,
          z = z0 + (k + 0.5) * cell,
          q = (k * ny + j) * nx + i,
          from = blockAt(i, j, k)
        let d = from.beyond
        for (const p of from.list) d = min(d, parts[p].d(x, y, z))
        near[q] = d
        start[q] = at
        if (d <= far) {
          const { list } = candidates(x, y, z, half, from.list)
          for (const p of list) lists.push(p)
          at += list.length
        }
      }
  start[nx * ny * nz] = at
  const list = Uint16Array.from(lists)
  let last = 0
  const map = (x, y, z) => {
    const i = max(0, min(nx - 1, ((x - x0) * inv) | 0)),
      j = max(0, min(ny - 1, ((y - y0) * inv) | 0)),
      k = max(0, min(nz - 1, ((z - z0) * inv) | 0)),
      q = (k * ny + j) * nx + i,
      c = near[q]
    if (c > far) {
      const a = x - x0 - (i + 0.5) * cell,
        b = y - y0 - (j + 0.5) * cell,
        e = z - z0 - (k + 0.5) * cell
      return c - sqrt(a * a + b * b + e * e)
    }
    // a part answers with its bounding shape from afar, so its value may jump up: never claim more than the left-out parts allow
    let d = c + 1.2 * half
    for (let p = start[q], end = start[q + 1]; p < end; p++) {
      const v = parts[list[p]].d(x, y, z)
      if (v < d) {
        d = v
        last = list[p]
      }
    }
    return d
  }
  const inside = (x, y, z) => x > x0 && x < x1 && y > y0 && y < y1 && z > z0 && z < z1
  /** March along a unit direction; returns the distance of the hit, or -1 when the ray leaves the bounds. */
  const trace = (ox, oy, oz, dx, dy, dz, t = 0.02, eps = 0.001, steps = 120) => {
    for (let i = 0; i < steps; i++) {
      const x = ox + dx * t,
        y = oy + dy * t,
        z = oz + dz * t
      if (!inside(x, y, z)) return -1
      const d = map(x, y, z)
      if (d < eps * t) return t
      t += d * 0.9
    }
    return t
  }
  return { map, inside, trace, surface: () => parts[last].mat }
}
