/** The jobs of pictures: AVIF files are made, leftovers and unused ones are deleted. */
import type { FileStore } from '#platform/files/file-store.ts'
import { FILES_PROBLEMS, probeFiles } from '#platform/files/probe.ts'
import { enqueue, type OutboxHandlers } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { avifRounds } from './avif.ts'
import { deletePictureFiles } from './files.ts'
import { deleteUpload, findUnused, findUpload } from './store.ts'

export const AVIF_JOB = 'uploads.avif'
export const SWEEP_JOB = 'uploads.sweep'
const FORGET_JOB = 'uploads.forget'

/** A picture may be in a form that is still open. */
const UNUSED_FOR_MS = 7 * 24 * 60 * 60_000
const PROBE_EVERY_MS = 10 * 60_000

export interface UploadJobDeps extends Pick<Services, 'db' | 'now' | 'settings' | 'problems'> {
  files: FileStore
}

export function uploadJobs(deps: UploadJobDeps): OutboxHandlers {
  const { db, now, files } = deps
  const makeAvifs = avifRounds(deps)
  return {
    [AVIF_JOB]: async () => {
      await makeAvifs()
      return 'done'
    },
    [SWEEP_JOB]: async ({ name, width }) => {
      const kept = await findUpload(db, String(name))
      if (!kept) await deletePictureFiles(files, { name: String(name), width: Number(width) })
      return 'done'
    },
    // The look through all events is done once a day.
    'tick.forget-uploads': async () => {
      const dedupeKey = `${FORGET_JOB}.${ranchDay(now())}`
      await db.transaction((tx) => enqueue(tx, { kind: FORGET_JOB, payload: {}, dedupeKey, runAt: now() }))
      return 'done'
    },
    ...(deps.settings.files.kind === 's3' ? { 'tick.probe-files': filesProbe(deps) } : {}),
    [FORGET_JOB]: async () => {
      const unused = await findUnused(db, new Date(now().getTime() - UNUSED_FOR_MS))
      for (const upload of unused) {
        await deletePictureFiles(files, upload)
        await deleteUpload(db, upload.name)
      }
      return 'done'
    },
  }
}

/** Tries the store of the uploads at the start, and then from time to time; while something is wrong with it, at every round. */
function filesProbe({ files, now, problems }: UploadJobDeps): OutboxHandlers[string] {
  let wellUntil = 0
  return async () => {
    if (now().getTime() < wellUntil) return 'done'
    const found = await probeFiles(files)
    await problems.clear(...FILES_PROBLEMS.filter(({ code }) => code !== found?.code))
    if (found) await problems.report(found)
    else wellUntil = now().getTime() + PROBE_EVERY_MS
    return 'done'
  }
}
