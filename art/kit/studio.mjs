// The studio runs a scene on one or more threads, SPMD style: every thread executes the same scene function;
// rows() splits a loop between the threads, once() runs on the first thread only, buffer() is shared memory.
import { receiveMessageOnPort } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { Frame } from './frame.mjs'

export class Studio {
  constructor({
    width,
    height,
    ss = 1,
    threads = 1,
    id = 0,
    sync,
    ports = [],
    port = null,
    quiet = false,
    options = {},
  }) {
    Object.assign(this, { W: width, H: height, ss, threads, id, ports, port, quiet, options })
    this.S = width / 1600 // pixels per design unit (all scenes are laid out on 1600x900)
    this.c = new Int32Array(sync ?? new SharedArrayBuffer(32)) // [arrived, generation, next row, aborted]
    this.t0 = Date.now()
  }
  get main() {
    return this.id === 0
  }
  /** Tells the other threads not to wait for this one. */
  abort() {
    Atomics.store(this.c, 3, 1)
  }
  barrier() {
    const c = this.c
    if (this.threads === 1) return
    const gen = Atomics.load(c, 1)
    if (Atomics.add(c, 0, 1) === this.threads - 1) {
      Atomics.store(c, 0, 0)
      Atomics.add(c, 1, 1)
      Atomics.notify(c, 1)
    } else
      while (Atomics.load(c, 1) === gen) {
        Atomics.wait(c, 1, gen, 500)
        if (Atomics.load(c, 3)) throw new Error('another thread failed')
      }
  }
  /** Shared Float32Array, the same memory on every thread. */
  buffer(n) {
    let sab
    if (this.main) {
      sab = new SharedArrayBuffer(n * 4)
      for (const p of this.ports) p.postMessage(sab)
    }
    this.barrier()
    if (!this.main) sab = receiveMessageOnPort(this.port).message
    return new Float32Array(sab)
  }
  frame(w = this.W, h = this.H) {
    return new Frame(w, h, this.buffer(w * h * 3))
  }
  /** Parallel for: fn(i) for i in 0..n-1, chunks handed out on demand. */
  rows(n, fn, chunk = 4) {
    this.barrier()
    if (this.main) Atomics.store(this.c, 2, 0)
    this.barrier()
    for (;;) {
      const i = Atomics.add(this.c, 2, chunk)
      if (i >= n) break
      for (let k = i; k < Math.min(n, i + chunk); k++) fn(k)
    }
    this.barrier()
  }
  once(fn) {
    this.barrier()
    if (this.main) fn()
    this.barrier()
  }
  log(text) {
    if (this.main && !this.quiet)
      console.log(`  ${((Date.now() - this.t0) / 1000).toFixed(1).padStart(6)} s  ${text}`)
  }
  /** Canvas in design units (1600x900), for vector work. pixels() returns and clears it. */
  canvas(w = this.W, h = this.H) {
    const cv = createCanvas(w, h),
      g = cv.getContext('2d')
    g.scale(w / 1600, h / 900)
    g.lineCap = 'round'
    g.lineJoin = 'round'
    g.pixels = () => {
      const d = g.getImageData(0, 0, w, h).data
      g.clearRect(-10, -10, 1620, 920)
      return d
    }
    return g
  }
  /**
   * Anti-aliased per-pixel picture with `n` channels: one centre sample each, then `extra` more only where neighbours differ.
   * sample(x, y, out) gets pixel coordinates and writes out[0..n-1]. Rows y0..y1 only.
   */
  adaptive(n, sample, { y0 = 0, y1 = this.H, extra = 4, threshold = 0.035 } = {}) {
    const { W, H } = this,
      a = this.buffer(W * H * n),
      b = this.buffer(W * H * n),
      out = new Float64Array(n),
      acc = new Float64Array(n)
    this.rows(
      y1 - y0,
      (k) => {
        const y = y0 + k
        for (let x = 0; x < W; x++) {
          out.fill(0)
          sample(x + 0.5, y + 0.5, out)
          const o = (y * W + x) * n
          for (let j = 0; j < n; j++) a[o + j] = out[j]
        }
      },
      2,
    )
    const J = [
      [0.125, 0.375],
      [-0.375, 0.125],
      [0.375, -0.125],
      [-0.125, -0.375],
      [0.3, 0.3],
      [-0.3, -0.3],
      [-0.3, 0.3],
      [0.3, -0.3],
    ]
    this.rows(
      y1 - y0,
      (k) => {
        const y = y0 + k
        for (let x = 0; x < W; x++) {
          const o = (y * W + x) * n
          let edge = false
          for (let q = 0; q < 4 && !edge; q++) {
            const xx = x + (q === 0) - (q === 1),
              yy = y + (q === 2) - (q === 3)
            if (xx < 0 || yy < y0 || xx >= W || yy >= y1) continue
            const p = (yy * W + xx) * n
            for (let j = 0; j < n; j++)
              if (
                Math.abs(
                  Math.sqrt(Math.min(1.5, Math.max(0, a[o + j]))) -
                    Math.sqrt(Math.min(1.5, Math.max(0, a[p + j]))),
                ) > threshold
              ) {
                edge = true
                break
              }
          }
          if (!edge) {
            for (let j = 0; j < n; j++) b[o + j] = a[o + j]
            continue
          }
          acc.fill(0)
          for (let i = 0; i < extra; i++) {
            out.fill(0)
            sample(x + 0.5 + J[i][0], y + 0.5 + J[i][1], out)
            for (let j = 0; j < n; j++) acc[j] += Math.min(out[j], 4)
          }
          for (let j = 0; j < n; j++) b[o + j] = acc[j] / extra
        }
      },
      2,
    )
    return b
  }
}
