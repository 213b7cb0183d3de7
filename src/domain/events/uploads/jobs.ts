/** The jobs of pictures and PDFs: make AVIF files, delete leftovers and unused uploads. */
import { type FileStore, FILES_PROBLEMS, probeFiles } from '#platform/files/file-store.ts'
import type { OutboxHandlers } from '#platform/outbox-worker.ts'
import { enqueue } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { TYPES } from '#shared/uploaded-picture.ts'
import { encodeAvif } from './image-worker.ts'
import {
  AVIF_JOB,
  deletePictureFiles,
  DOCUMENT_SWEEP_JOB,
  documentFile,
  fileName,
  masterName,
  SWEEP_JOB,
} from './store-files.ts'
import * as store from './store.ts'

const FORGET_JOB = 'uploads.forget'

/** How long an unused upload is kept: a week, because a form that is still open may use it. */
const UNUSED_FOR_MS = 7 * 24 * 60 * 60_000
const PROBE_EVERY_MS = 10 * 60_000

interface UploadJobDeps extends Pick<Services, 'db' | 'now' | 'settings' | 'problems'> {
  files: FileStore
}

export function uploadJobs(deps: UploadJobDeps): OutboxHandlers {
  const { db, now, files } = deps
  const makeAvifs = shareAvifRuns(deps)
  return {
    [AVIF_JOB]: async () => {
      await makeAvifs()
      return 'done'
    },
    [SWEEP_JOB]: async ({ name, width }) => {
      const kept = await store.findUpload(db, String(name))
      if (!kept) await deletePictureFiles(files, { name: String(name), width: Number(width) })
      return 'done'
    },
    [DOCUMENT_SWEEP_JOB]: async ({ name }) => {
      if (!(await store.hasDocument(db, String(name)))) await files.delete([documentFile(String(name))])
      return 'done'
    },
    // Searches all events once a day, since the dedupe key contains the day.
    'tick.forget-uploads': async () => {
      const dedupeKey = `${FORGET_JOB}.${ranchDay(now())}`
      await db.transaction((tx) => enqueue(tx, { kind: FORGET_JOB, payload: {}, dedupeKey, runAt: now() }))
      return 'done'
    },
    ...(deps.settings.files.kind === 's3' ? { 'tick.probe-files': filesProbe(deps) } : {}),
    [FORGET_JOB]: async () => {
      const madeBefore = new Date(now().getTime() - UNUSED_FOR_MS)
      for (const upload of await store.findUnused(db, madeBefore)) {
        await deletePictureFiles(files, upload)
        await store.deleteUpload(db, upload.name)
      }
      for (const name of await store.findUnusedDocuments(db, madeBefore)) {
        await files.delete([documentFile(name)])
        await store.deleteDocument(db, name)
      }
      return 'done'
    },
  }
}

/**
 * Returns the job that probes the file store at startup and then every ten minutes. While the store has a
 * problem, it probes every time.
 */
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

type AvifDeps = Pick<UploadJobDeps, 'db' | 'now' | 'files'>

/**
 * Returns the function that each AVIF job calls. While one call works, the others return immediately and it
 * makes their pictures too. Many photos thus occupy one worker of the outbox, and e-mails continue.
 */
function shareAvifRuns(deps: AvifDeps): () => Promise<void> {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        again = false
        await makeMissingAvifs(deps)
      }
    } finally {
      running = false
    }
  }
}

/**
 * Makes the AVIF files of all pictures that lack them. A failure does not stop the others. It is thrown at
 * the end, so that the job is retried.
 */
async function makeMissingAvifs(deps: AvifDeps): Promise<void> {
  const failures: unknown[] = []
  let upload = await store.findWithoutAvif(deps.db, 0)
  while (upload) {
    await makeAvifFiles(deps, upload).catch((error: unknown) => failures.push(error))
    upload = await store.findWithoutAvif(deps.db, upload.id)
  }
  if (failures.length > 0) throw failures[0]
}

/** Deletes the master last. As long as it exists, an interrupted job can start again. */
async function makeAvifFiles({ db, now, files }: AvifDeps, { name, widths }: store.UploadRow): Promise<void> {
  const master = await files.read(masterName(name))
  if (!master) return
  for (const width of widths) {
    const file = fileName(name, { width, type: 'avif' })
    if (await files.find(file)) continue
    await files.write(file, await encodeAvif(master, width), TYPES.avif)
  }
  await store.markAvifMade(db, name, now())
  await files.delete([masterName(name)])
}
