/**
 * Tests how the server's socket is closed. Every request that has arrived is answered, even if the process
 * reads it late.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Worker } from 'node:worker_threads'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listen, type Listener } from './listener.ts'

/**
 * A client that runs in its own thread, so that it can write while the test's thread is busy. Word 0 of the
 * shared memory counts the requests that it has written.
 */
const VISITOR = `
  const { workerData, parentPort } = require('node:worker_threads')
  const socket = require('node:net').connect(workerData.port, '127.0.0.1')
  const written = new Int32Array(workerData.shared)
  const ask = () => socket.write('GET / HTTP/1.1\\r\\nhost: ranch\\r\\n\\r\\n', () => {
    Atomics.add(written, 0, 1)
    Atomics.notify(written, 0)
  })
  process.stdin.on('data', ask)
  socket.on('data', (data) => parentPort.postMessage(String(data)))
  socket.on('error', ({ code }) => parentPort.postMessage(code))
  socket.on('close', () => { parentPort.postMessage('closed'); process.exit() })
`

let listener: Listener
let visitor: Worker
const heard: string[] = []
const written = new Int32Array(new SharedArrayBuffer(4))
let answered = 0

const fetch = async () => {
  answered += 1
  return new Response('Howdy')
}

beforeEach(async () => {
  listener = await listen('127.0.0.1', 0)
  listener.serve({ cache: null, answer: () => false, fetch })
  const { port } = listener
  visitor = new Worker(VISITOR, { eval: true, stdin: true, workerData: { port, shared: written.buffer } })
  visitor.on('message', (words: string) => heard.push(words))
})
afterEach(async () => {
  vi.useRealTimers()
  await visitor.terminate()
  listener.server.closeAllConnections()
})

async function look() {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  vi.advanceTimersByTime(50)
}

test('does not close an idle connection on which an unread request has arrived', async () => {
  visitor.stdin?.write('ask')
  await expect.poll(() => heard.join()).toContain('Howdy')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const drained = listener.drain(5000)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2), { interval: 1, timeout: 20_000 })
  for (let silent = 1; silent < 20; silent += 1) await look()
  expect(heard).not.toContain('closed')

  visitor.stdin?.write('ask')
  // Blocks this thread, as a busy machine would, until the client has written its request.
  Atomics.wait(written, 0, 1)
  vi.advanceTimersByTime(50)
  vi.useRealTimers()
  await drained
  await expect.poll(() => heard.at(-1)).toBe('closed')
  expect(heard.join()).not.toContain('ECONN')
  expect(heard.join().match(/Howdy/g)).toHaveLength(2)
  expect(heard.join()).toMatch(/connection: close/i)
})

/**
 * Clients that connect again and again until the server refuses a connection. Each client reports how its
 * last request ended.
 */
const CROWD = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { connect } = require('node:net')
  const counts = { answered: 0, refused: 0, reset: 0 }
  let over = false
  let inside = 0
  const visit = () => {
    const socket = connect(workerData, '127.0.0.1')
    let answer = ''
    inside += 1
    socket.on('connect', () => socket.write('GET / HTTP/1.1\\r\\nhost: ranch\\r\\nconnection: close\\r\\n\\r\\n'))
    socket.on('data', (data) => { answer += data })
    socket.on('error', ({ code }) => { if (code === 'ECONNREFUSED') { over = true; answer = 'refused' } })
    socket.on('close', () => {
      inside -= 1
      counts[answer.includes('Howdy') ? 'answered' : answer || 'reset'] += 1
      if (!over) visit()
      else if (inside === 0) parentPort.postMessage(counts)
    })
  }
  for (let each = 0; each < 30; each += 1) visit()
`

test('answers or refuses every client that connects during the shutdown, and cuts off none', async () => {
  await visitor.terminate()
  const crowd = new Worker(CROWD, { eval: true, workerData: listener.port })
  const counted = new Promise<Record<string, number>>((resolve) => crowd.once('message', resolve))
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(100)
  await listener.drain(5000)
  expect(await counted).toMatchObject({ refused: expect.any(Number) as number, reset: 0 })
  await crowd.terminate()
})
