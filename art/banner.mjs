#!/usr/bin/env node
// The home page loop: node banner.mjs [--width 1280] [--seconds 10] [--fps 24] [--jobs 1] [--still t] [--out file.mkv|file.png]
// Everything that moves is periodic in the loop length: stars and Milky Way turn about the celestial pole and each star (each patch of
// sky) cross-fades back to its start at its own moment, so there is no common "jump"; flames, sparks, smoke and flicker are loops too.
import { fork, spawn } from 'node:child_process'
import {
  createWriteStream,
  createReadStream,
  existsSync,
  readFileSync,
  writeFileSync,
  unlinkSync,
  mkdirSync,
} from 'node:fs'
import { Studio } from './kit/studio.mjs'
import { Frame } from './kit/frame.mjs'
import { clamp, mix, ss, norm, TAU, n2 } from './kit/core.mjs'
import { starCatalogue, drawStar } from './kit/stars.mjs'
import * as night from './scenes/night.mjs'

const args = process.argv.slice(2),
  opt = (n, d) => {
    const i = args.indexOf('--' + n)
    return i < 0 ? d : args[i + 1]
  }
const W = +opt('width', 1280),
  H = Math.round((W * 9) / 16),
  seconds = +opt('seconds', 10),
  fps = +opt('fps', 24),
  N = seconds * fps,
  jobs = +opt('jobs', 1),
  out = opt('out', 'draft/banner.mkv'),
  still = opt('still', null)
const TURN = (2.4 * Math.PI) / 180,
  LATITUDE = (34 * Math.PI) / 180
const R = new Studio({ width: W, height: H, ss: 1, quiet: opt('part', null) !== null }),
  { S } = R,
  cam = night.camera(R)
mkdirSync('draft', { recursive: true })

// --- plates: traced once, kept on disk so that parallel jobs share them
const cache = `draft/plates-${W}.f32`
function loadPlates() {
  const n = W * H
  if (!existsSync(cache)) {
    const p = night.plates(R),
      all = new Float32Array(n * 10)
    all.set(p.steady.d, 0)
    all.set(p.hearth.d, n * 3)
    all.set(p.fire.d, n * 6)
    all.set(p.cover, n * 9)
    writeFileSync(cache, Buffer.from(all.buffer))
  }
  const b = readFileSync(cache),
    all = new Float32Array(b.buffer, b.byteOffset, n * 10)
  return {
    steady: all.subarray(0, n * 3),
    hearth: all.subarray(n * 3, n * 6),
    fire: all.subarray(n * 6, n * 9),
    cover: all.subarray(n * 9),
  }
}
/** Rotate a direction about the south celestial pole (viewer looks south): east to west. */
const ax = 0,
  ay = -Math.sin(LATITUDE),
  az = Math.cos(LATITUDE)
function turn(d, a, o) {
  const c = Math.cos(a),
    s = Math.sin(a),
    k = (d[0] * ax + d[1] * ay + d[2] * az) * (1 - c),
    [x, y, z] = d
  o[0] = x * c + (ay * z - az * y) * s + ax * k
  o[1] = y * c + (az * x - ax * z) * s + ay * k
  o[2] = z * c + (ax * y - ay * x) * s + az * k
}
/** Loopable irregular flicker around 1. */
const flicker = (t, amount, lo, hi, seed) => {
  let v = 0,
    w = 0
  for (let k = lo; k <= hi; k += (2 + ((k * seed) % 3)) | 0) {
    const a = 1 / Math.sqrt(k)
    v += a * Math.sin(TAU * k * t + k * k * seed)
    w += a * a
  }
  return 1 + ((amount * v) / Math.sqrt(w / 2)) * 0.6
}

function makeRenderer() {
  const p = loadPlates(),
    yMax = Math.ceil(cam.hor) + 2,
    skyH = Math.ceil(cam.hor + 6 * S),
    M = Math.ceil(70 * S)
  const base = new Float32Array(W * skyH * 3),
    ext = new Float32Array(W * skyH),
    dirs = new Float32Array(W * skyH * 3),
    TW = W + 2 * M,
    TH = skyH + 2 * M,
    tex = new Float32Array(TW * TH * 4),
    m = [0, 0, 0, 0]
  for (let y = 0; y < skyH; y++)
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1]),
        o = y * W + x
      night.darkSky(d[0], d[1], d[2], m)
      base.set([m[0], m[1], m[2]], o * 3)
      dirs.set(d, o * 3)
      ext[o] = 0.2 + 0.8 * ss(-0.01, 0.24, Math.asin(d[1]))
    }
  for (let y = 0; y < TH; y++)
    for (let x = 0; x < TW; x++) {
      const d = norm([(x - M + 0.5 - cam.cx) / cam.f, -(y - M + 0.5 - cam.hor) / cam.f, 1])
      night.milkyWay(d[0], d[1], d[2], m)
      tex.set(m, (y * TW + x) * 4)
    }
  const stars = starCatalogue(night.milkyWay),
    fr = new Frame(W, H),
    q = [0, 0, 0],
    d = [0, 0, 0],
    s4 = [0, 0, 0, 0]
  const sample = (angle, weight) => {
    // Milky Way texture seen after turning the sky by `angle`
    turn(d, -angle, q)
    const x = clamp(cam.cx + (cam.f * q[0]) / q[2] - 0.5 + M, 0, TW - 2),
      y = clamp(cam.hor - (cam.f * q[1]) / q[2] - 0.5 + M, 0, TH - 2),
      xi = x | 0,
      yi = y | 0,
      u = x - xi,
      v = y - yi,
      o = (yi * TW + xi) * 4,
      e = o + TW * 4
    for (let j = 0; j < 4; j++)
      s4[j] +=
        weight *
        ((tex[o + j] * (1 - u) + tex[o + 4 + j] * u) * (1 - v) +
          (tex[e + j] * (1 - u) + tex[e + 4 + j] * u) * v)
  }
  return (i) => {
    const t = i / N
    for (let y = 0; y < skyH; y++)
      for (let x = 0; x < W; x++) {
        const o = y * W + x
        if (p.cover[o] > 0.999) continue
        d[0] = dirs[o * 3]
        d[1] = dirs[o * 3 + 1]
        d[2] = dirs[o * 3 + 2]
        s4[0] = s4[1] = s4[2] = s4[3] = 0
        const ph = t + (0.55 * x) / W + (0.25 * y) / H,
          u = ph - Math.floor(ph),
          w = ss(0.45, 1, u)
        if (w < 1) sample(TURN * (u - 0.5), 1 - w)
        if (w > 0) sample(TURN * (u - 1.5), w)
        const k = (0.105 + s4[3] * 0.062) * ext[o]
        for (let j = 0; j < 3; j++) fr.d[o * 3 + j] = base[o * 3 + j] + s4[j] * k
      }
    for (const s of stars) {
      const ph = t + s.phase,
        u = ph - Math.floor(ph),
        w = ss(0.72, 1, u),
        tw = s.flux > 0.25 ? 1 + 0.16 * Math.sin(TAU * ((3 + ((s.phase * 7) | 0)) * t + s.phase * 9)) : 1
      if (w < 1) {
        turn(s.d, TURN * (u - 0.5), q)
        drawStar(fr, cam, S, q[0], q[1], q[2], s.c, s.flux * (1 - w) * tw, yMax)
      }
      if (w > 0) {
        turn(s.d, TURN * (u - 1.5), q)
        drawStar(fr, cam, S, q[0], q[1], q[2], s.c, s.flux * w * tw, yMax)
      }
    }
    meteor(fr, t)
    night.drawSmoke(R, fr, t)
    const fh = flicker(t, 0.13, 6, 38, 1.7),
      ff = flicker(t + 0.31, 0.13, 9, 44, 2.3)
    for (let o = 0; o < W * H; o++) {
      const a = 1 - p.cover[o]
      for (let j = 0; j < 3; j++) {
        const k = o * 3 + j
        fr.d[k] = (a > 0 ? fr.d[k] * a : 0) + p.steady[k] + p.hearth[k] * fh + p.fire[k] * ff
      }
    }
    night.drawFire(R, fr, t, 0.9 + 0.25 * (ff - 1))
    fr.bloom(0.55, [
      [5 * S, 0.2],
      [22 * S, 0.16],
      [80 * S, 0.16],
    ])
    const rgb = fr.finish({ ...night.finish, grain: 0.0 })
    return rgb
  }
}
/** One shooting star, low on the left, half a second long. */
function meteor(fr, t) {
  const u = (t - 0.585) / 0.052
  if (u < 0 || u > 1) return
  const x0 = 655,
    y0 = 262,
    x1 = 440,
    y1 = 402,
    head = ss(-0.1, 1.05, u),
    glow = Math.sin(Math.PI * u) ** 0.8
  for (let k = 0; k < 260; k++) {
    const b = head - (k / 260) * 0.6
    if (b < 0) break
    const x = mix(x0, x1, b) * S,
      y = mix(y0, y1, b) * S,
      v = glow * (1 - k / 260) ** 3 * (k < 5 ? 2.2 : 1) * 0.17 * Math.min(1, S)
    for (let j = -2; j <= 2; j++)
      for (let i = -2; i <= 2; i++) {
        const px = Math.floor(x) + i,
          py = Math.floor(y) + j,
          q = (px + 0.5 - x) ** 2 + (py + 0.5 - y) ** 2
        fr.add(px, py, [0.85, 0.95, 1], v * Math.exp(-q / (0.7 * S * S)))
      }
  }
}

if (still !== null) {
  const sharp = (await import('sharp')).default
  await sharp(makeRenderer()(+still * N), { raw: { width: W, height: H, channels: 3 } })
    .png()
    .toFile(out)
} else if (opt('part', null) !== null) {
  // child: frames part, part+jobs, ... as raw files
  const part = +opt('part'),
    render = makeRenderer(),
    t0 = Date.now()
  for (let i = part; i < N; i += jobs) {
    writeFileSync(`draft/frame-${i}.rgb`, render(i))
    if (i % 24 === 0) console.log(`frame ${i}  ${((Date.now() - t0) / 1000).toFixed(0)} s`)
  }
} else {
  loadPlates()
  await Promise.all(
    Array.from(
      { length: jobs },
      (_, part) =>
        new Promise((ok, no) =>
          fork(new URL(import.meta.url), [...args, '--part', part]).on('exit', (c) => (c ? no(c) : ok())),
        ),
    ),
  )
  const ff = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${W}x${H}`,
      '-r',
      fps,
      '-i',
      '-',
      '-c:v',
      'ffv1',
      out,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  for (let i = 0; i < N; i++) {
    const f = `draft/frame-${i}.rgb`
    if (!ff.stdin.write(readFileSync(f))) await new Promise((r) => ff.stdin.once('drain', r))
    unlinkSync(f)
  }
  ff.stdin.end()
  await new Promise((r) => ff.on('exit', r))
}
