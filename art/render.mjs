#!/usr/bin/env node
// node render.mjs <scene|all> [--out dir] [--width 1920] [--ss 2] [--scale 2] [--threads 1]
//   --width   picture width, 16:9 (default 1920)      --ss / --scale  supersampling of the landscape passes (default 2)
//   --threads worker threads (default 1)               --out           folder for the PNG masters (default out)
import { Worker, isMainThread, workerData, parentPort, MessageChannel } from 'node:worker_threads'
import { readdirSync, mkdirSync } from 'node:fs'
import { Studio } from './kit/studio.mjs'

const load = async (name) => {
  const [file, variant] = name.split(':')
  const m = await import(`./scenes/${file}.mjs`)
  return { run: m.default, variant }
}

if (isMainThread) {
  const args = process.argv.slice(2),
    opt = (n, d) => {
      const i = args.indexOf('--' + n)
      return i < 0 ? d : args[i + 1]
    }
  const width = +opt('width', 1920),
    ss = +opt('scale', opt('ss', 2)),
    threads = +opt('threads', 1),
    out = opt('out', 'out')
  let scenes = args.filter((a, i) => !a.startsWith('--') && !(args[i - 1] ?? '').startsWith('--'))
  if (scenes.includes('all')) {
    scenes = []
    for (const f of readdirSync(new URL('scenes/', import.meta.url))
      .filter((f) => f.endsWith('.mjs'))
      .sort()) {
      const m = await import(`./scenes/${f}`),
        n = f.slice(0, -4)
      scenes.push(...(m.variants ?? [null]).map((v) => (v ? `${n}:${v}` : n)))
    }
  }
  mkdirSync(out, { recursive: true })
  for (const name of scenes) {
    const { run, variant } = await load(name),
      t0 = Date.now(),
      sync = new SharedArrayBuffer(32),
      ports = [],
      workers = []
    const config = { width, height: Math.round((width * 9) / 16), ss, threads, sync, options: { variant } }
    await Promise.all(
      Array.from(
        { length: threads - 1 },
        (_, i) =>
          new Promise((ok, fail) => {
            const { port1, port2 } = new MessageChannel()
            ports.push(port1)
            const w = new Worker(new URL(import.meta.url), {
              workerData: { config, name, id: i + 1, port: port2 },
              transferList: [port2],
            })
            workers.push(w)
            w.once('message', ok)
            w.once('error', (e) => {
              console.error(e)
              fail(e)
            })
          }),
      ),
    )
    const R = new Studio({ ...config, id: 0, ports })
    console.log(`${name} ${R.W}x${R.H} ss=${ss} threads=${threads}`)
    const { frame, finish } = await run(R),
      file = `${out}/${variant ?? name}.png`
    await frame.png(file, finish)
    ports.forEach((p) => p.close())
    await Promise.all(workers.map((w) => w.terminate()))
    console.log(`  ${((Date.now() - t0) / 1000).toFixed(1).padStart(6)} s  ${file}`)
  }
} else {
  const { config, name, id, port } = workerData,
    { run } = await load(name)
  parentPort.postMessage('ready')
  const R = new Studio({ ...config, id, port })
  try {
    await run(R)
  } catch (e) {
    Atomics.store(R.c, 3, 1)
    throw e
  }
}
