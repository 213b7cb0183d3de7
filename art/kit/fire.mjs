// Open flames and sparks added to a frame; t in 0..1 is one seamless loop.
import { mix, ss, fbm3, TAU } from './core.mjs'
const { abs, floor, max, pow, sin } = Math
/** Flames standing on pixel (X,Y), hgt/wid in pixels. */
export function flames(frame, X, Y, hgt, wid, t, strength = 1, sparks = 14) {
  const rise = (x, y, u) => fbm3(x * 3.1, y * 2.3 - u * 80, 4.2, 3) // scrolls upward; u is local time
  for (let y = floor(Y - hgt * 1.35); y < Y + hgt * 0.06; y++)
    for (let x = floor(X - wid * 2.2); x < X + wid * 2.2; x++) {
      const u = (x + 0.5 - X) / wid,
        v = (Y - y) / hgt
      if (v < -0.05) continue
      const n = mix(rise(u, v * 2.2, t), rise(u + 7, v * 2.2, t - 1), ss(0.6, 1, t)) // cross-fade of two scrolls closes the loop
      const bend = u + 0.55 * n * v + 0.12 * sin(TAU * 3 * t + v * 4) * v,
        core = 1 - abs(bend) / (0.95 * pow(max(0, 1 - v * 0.82), 0.75) * (1 - 0.25 * ss(0.2, 0, v)) + 0.02),
        k = ss(0.0, 0.75, core + 0.55 * n - 0.42 * v) * (1 - ss(0.75, 1.25, v + 0.3 * n)) * ss(-0.05, 0.1, v)
      if (k > 0) {
        const hot = k * strength
        frame.add(x, y, [2.9 * hot, 1.55 * hot * hot, 0.42 * hot * hot * hot])
      }
    }
  for (let i = 0; i < sparks; i++) {
    const life = (t * (1 + (i % 2)) + ((i * 0.618034) % 1)) % 1,
      x = X + wid * (sin(i * 12.9) * 0.5 + 0.9 * sin(life * 5 + i) * life),
      y = Y - hgt * (0.4 + 2.4 * life),
      k = 2.2 * strength * (1 - life) ** 2 * ss(0, 0.1, life),
      px = floor(x),
      py = floor(y),
      fx = x - px,
      fy = y - py
    for (let a = 0; a < 2; a++)
      for (let b = 0; b < 2; b++)
        frame.add(px + a, py + b, [k, k * 0.42, k * 0.1], (a ? fx : 1 - fx) * (b ? fy : 1 - fy))
  }
}
