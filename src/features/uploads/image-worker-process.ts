/**
 * The process in which pictures are decoded and encoded: what a stranger's bytes may do to a decoder stays here, and
 * its memory goes when it does. One task at a time; ends with the site's process, or when that has none for a while.
 */
import { decode, makeAvif, makeFirstFiles } from './encode-pictures.ts'
import type { Task, TaskResult } from './image-worker.ts'

async function done(task: Task): Promise<TaskResult> {
  if (task.kind === 'avif') return { kind: 'avif', bytes: await makeAvif(task.master, task.width) }
  const decoded = await decode(task.bytes)
  if (!decoded.ok) return { kind: 'refused', problem: decoded.problem }
  const { pixels, preview } = decoded
  const { width, height } = pixels
  return { kind: 'taken', picture: { width, height, preview, ...(await makeFirstFiles(pixels)) } }
}

process.on('message', (task: Task) => {
  void done(task)
    .catch((error: unknown): TaskResult => ({ kind: 'failed', message: String(error) }))
    .then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
// A signal to the whole group is for the site's process, which lets requests under way finish.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
