const { exp } = Math

/** A number in 0 … 1 for each pixel: where a march through a cloud begins, so that its steps do not show. */
export const hash = (x, y) => {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/**
 * Lays a cloud volume over the sky, and the air between over the cloud.
 * @param air color of the air, `range` its depth in meters, `low` the lowest direction looked at
 */
export function overlay({ R, frame, cam, dirAt }, volume, { air, range, low }) {
  const f = frame.d
  const row = (y) => {
    const out = [0, 0, 0, 0, 0]
    for (let x = 0; x < R.W; x++) {
      const d = dirAt(x + 0.5, y + 0.5)
      if (d[1] < low) continue
      volume(d, x, y, out)
      if (out[3] < 0.003) continue
      const a = out[3]
      const T = exp(-out[4] / range)
      const o = (y * R.W + x) * 3
      for (let j = 0; j < 3; j++) f[o + j] = f[o + j] * (1 - a) + out[j] * T + a * air[j] * (1 - T)
    }
  }
  R.rows(Math.ceil(cam.hor), row, 2)
}
