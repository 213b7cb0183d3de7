/**
 * The home page's loop: ten seconds of the night scene, as a lossless film for `encode.sh`, or one moment as a picture.
 *   node banner.mjs [--width 1280] [--seconds 10] [--fps 24] [--jobs 1] [--out draft/banner.mkv]
 *   node banner.mjs --still 0 --width 2400 --out banner.png
 * Films need ffmpeg.
 */
import { fork, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { makeFrameRenderer } from './banner/frame.mjs'
import { keptPlates } from './banner/plates.mjs'
import { Studio } from './kit/studio.mjs'
import { makeView } from './scenes/night/view.mjs'

const text = (value) => ({ type: 'string', default: value })
const { values: options } = parseArgs({
  options: {
    width: text('1280'),
    seconds: text('10'),
    fps: text('24'),
    jobs: text('1'),
    out: text('draft/banner.mkv'),
    still: { type: 'string' },
    /** For a process of our own: which of the jobs it is. */
    part: { type: 'string' },
  },
})
const width = Number(options.width)
const height = Math.round((width * 9) / 16)
const jobs = Number(options.jobs)
const count = Number(options.seconds) * Number(options.fps)
const R = new Studio({ width, height, ss: 1, quiet: options.part !== undefined })

if (options.still !== undefined) await still(Number(options.still))
else if (options.part !== undefined) frames(Number(options.part))
else await film()

async function still(t) {
  const pixels = makeFrameRenderer(R)(t)
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(options.out)
}

/** Frames part, part + jobs, … as raw files. */
function frames(part) {
  const render = makeFrameRenderer(R)
  const begun = Date.now()
  for (let i = part; i < count; i += jobs) {
    writeFileSync(fileOf(i), render(i / count))
    if (i % 24 === 0) console.log(`frame ${i}  ${((Date.now() - begun) / 1000).toFixed(0)} s`)
  }
}

async function film() {
  mkdirSync('draft', { recursive: true })
  keptPlates(R, makeView('night'))
  await Promise.all(Array.from({ length: jobs }, (_, part) => child(part)))
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${height}`,
    '-r',
    options.fps,
    '-i',
    '-',
  ]
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-c:v', 'ffv1', options.out], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (let i = 0; i < count; i++) {
    if (!ffmpeg.stdin.write(readFileSync(fileOf(i))))
      await new Promise((go) => ffmpeg.stdin.once('drain', go))
    unlinkSync(fileOf(i))
  }
  ffmpeg.stdin.end()
  await new Promise((go) => ffmpeg.on('exit', go))
}

function child(part) {
  const args = [...process.argv.slice(2), '--part', String(part)]
  return new Promise((done, fail) =>
    fork(new URL(import.meta.url), args).on('exit', (code) =>
      code ? fail(new Error(`part ${part}: ${code}`)) : done(),
    ),
  )
}

function fileOf(i) {
  return `draft/frame-${i}.rgb`
}
