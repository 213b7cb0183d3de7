/**
 * Runs picture tasks in a separate process (`encode-pictures.ts`). The first task starts that process, which exits
 * when it had no task for a while.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createSemaphore } from '#platform/concurrency.ts'
import type { DecodeProblem, EncodedPicture, Task, TaskResult } from './encode-pictures.ts'

const PROCESS = new URL('./encode-pictures.ts', import.meta.url)
const TIMEOUT_MS = 90_000
const IDLE_MS = 10_000

/** Thrown if the picture process exited, or was killed, during a task. */
class WorkerBroken extends Error {}

const sequentially = createSemaphore(1)
let worker: ChildProcess | null = null
let ending: NodeJS.Timeout | undefined

/**
 * Converts an uploaded file to the files that the site shows. If the file crashes the picture process, the site refuses
 * the file as not a picture.
 */
export async function processPicture(
  bytes: Uint8Array,
): Promise<{ ok: true; picture: EncodedPicture } | { ok: false; problem: DecodeProblem }> {
  const result = await sequentially(() => runTask({ kind: 'take', bytes })).catch((error: unknown) => {
    if (error instanceof WorkerBroken) return { kind: 'refused', problem: 'not_a_picture' } as const
    throw error
  })
  if (result.kind === 'taken') return { ok: true, picture: result.picture }
  if (result.kind === 'refused') return { ok: false, problem: result.problem }
  throw unexpected(result)
}

/**
 * Encodes a picture as AVIF in one width, from its master: the file that the site keeps until all AVIF files exist.
 * Throws if encoding fails.
 */
export async function encodeAvif(master: Uint8Array, width: number): Promise<Uint8Array> {
  const result = await sequentially(() => runTask({ kind: 'avif', master, width }))
  if (result.kind === 'avif') return result.bytes
  throw unexpected(result)
}

const unexpected = (result: TaskResult): Error =>
  new Error(`A picture could not be made: ${result.kind === 'failed' ? result.message : result.kind}`)

function runTask(task: Task): Promise<TaskResult> {
  clearTimeout(ending)
  const child = startedWorker()
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult>()
  const broken = () => reject(new WorkerBroken('The picture process ended during a task'))
  const tooLong = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  child.channel?.ref()
  child.once('message', resolve)
  child.once('exit', broken)
  child.send(task, (error) => error && broken())
  return promise.finally(() => {
    clearTimeout(tooLong)
    child.off('message', resolve)
    child.off('exit', broken)
    child.channel?.unref()
    ending = setTimeout(() => child.disconnect(), IDLE_MS)
    ending.unref()
  })
}

function startedWorker(): ChildProcess {
  if (worker?.connected) return worker
  const child = fork(PROCESS, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    // The picture process gets no secrets of the site. Without `MALLOC_ARENA_MAX`, it would hold 100 MB more after
    // each picture.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
  })
  // A picture process without a task must not keep the site's process alive. A picture process with a task must.
  child.unref()
  child.channel?.unref()
  child.on('exit', () => {
    if (worker === child) worker = null
  })
  worker = child
  return child
}
