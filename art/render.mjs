/**
 * Renders pictures: node render.mjs <picture …|all> [options]. A picture is a scene (`road`) or a variant of one (`autumn`,
 * or `season:autumn`).
 *   --width 2400   of the picture, 16:9          --ss 2        samples a pixel, each way, of the landscape passes
 *   --threads 2    as many as there are cores    --out masters folder of the PNG files
 * The same picture, width and ss give the same bytes, on one thread or several.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, MessageChannel, parentPort, Worker, workerData } from 'node:worker_threads'
import { Studio } from './kit/studio.mjs'

if (isMainThread) await main()
else await work(workerData)

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      width: { type: 'string', default: '2400' },
      ss: { type: 'string', default: '2' },
      threads: { type: 'string', default: String(availableParallelism()) },
      out: { type: 'string', default: 'masters' },
    },
    allowPositionals: true,
  })
  const width = Number(values.width)
  const size = { width, height: Math.round((width * 9) / 16), ss: Number(values.ss) }
  const all = await listPictures()
  const names = positionals.includes('all')
    ? [...all.keys()]
    : positionals.map((name) => name.split(':').at(-1))
  const unknown = names.filter((name) => !all.has(name))
  if (names.length === 0 || unknown.length > 0) {
    console.error(
      `${unknown.join(', ') || 'Nothing'} to render: there are all, ${[...all.keys()].join(', ')}.`,
    )
    process.exit(1)
  }
  mkdirSync(values.out, { recursive: true })
  for (const name of names)
    await render(all.get(name), {
      ...size,
      threads: Number(values.threads),
      file: `${values.out}/${name}.png`,
    })
}

/** Each picture's scene and variant, by its name. */
async function listPictures() {
  const files = readdirSync(new URL('scenes/', import.meta.url)).filter((file) => file.endsWith('.mjs'))
  const pictures = new Map()
  for (const file of files.sort()) {
    const scene = file.slice(0, -'.mjs'.length)
    const { variants = [undefined] } = await import(`./scenes/${file}`)
    for (const variant of variants) pictures.set(variant ?? scene, { scene, variant })
  }
  return pictures
}

async function load(scene) {
  const module = await import(`./scenes/${scene}.mjs`)
  return module.default
}

async function render({ scene, variant }, { file, ...size }) {
  const begun = Date.now()
  const config = { ...size, sync: new SharedArrayBuffer(32), options: { variant } }
  const helpers = await Promise.all(
    Array.from({ length: size.threads - 1 }, (_, i) => startHelper({ config, scene, id: i + 1 })),
  )
  const studio = new Studio({ ...config, id: 0, ports: helpers.map(({ port }) => port) })
  console.log(`${variant ?? scene} ${studio.W}x${studio.H} ss=${size.ss} threads=${size.threads}`)
  const paint = await load(scene)
  const { frame, finish } = await paint(studio)
  await frame.png(file, finish)
  for (const { port } of helpers) port.close()
  await Promise.all(helpers.map(({ worker }) => worker.terminate()))
  console.log(`  ${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

/** A thread that runs the same scene; ready when it says so. */
function startHelper(data) {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { ...data, port: port2 },
    transferList: [port2],
  })
  return new Promise((ready, fail) => {
    worker.once('message', () => ready({ worker, port: port1 }))
    worker.once('error', (error) => {
      console.error(error)
      fail(error)
    })
  })
}

async function work({ config, scene, id, port }) {
  const paint = await load(scene)
  parentPort.postMessage('ready')
  const studio = new Studio({ ...config, id, port })
  try {
    await paint(studio)
  } catch (error) {
    studio.abort()
    throw error
  }
}
