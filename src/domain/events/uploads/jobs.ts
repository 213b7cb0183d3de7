/** The jobs of uploaded pictures and PDFs: make AVIF files, and delete leftovers and unused uploads. */
import { z } from 'zod'
import { type FileStore, FILES_PROBLEMS, probeFiles } from '#platform/files/file-store.ts'
import { type Job, job, periodicJob } from '#platform/job.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { TYPES } from '#shared/uploaded-picture.ts'
import { encodeAvif } from './image-worker.ts'
import {
  DELETE_LEFTOVER_PDF,
  DELETE_LEFTOVER_PICTURE,
  deletePictureFiles,
  documentFile,
  fileName,
  MAKE_AVIF,
  masterName,
} from './store-files.ts'
import * as store from './store.ts'

/**
 * The site deletes an upload that no event uses, but only after a week. Until then, an admin may still have the form
 * open in which it was uploaded.
 */
const UNUSED_FOR_MS = 7 * 24 * 60 * 60_000
const PROBE_EVERY_MS = 10 * 60_000

export interface UploadJobDeps extends Pick<Services, 'db' | 'now' | 'problems'> {
  files: FileStore
}

export function makeAvifJob(deps: UploadJobDeps): Job {
  const makeAvifs = shareAvifRuns(deps)
  return job(MAKE_AVIF, async () => {
    await makeAvifs()
    return 'done'
  })
}

export const deleteLeftoverPictureJob = ({ db, files }: UploadJobDeps): Job =>
  job(DELETE_LEFTOVER_PICTURE, async (picture) => {
    if (!(await store.findUpload(db, picture.name))) await deletePictureFiles(files, picture)
    return 'done'
  })

export const deleteLeftoverPdfJob = ({ db, files }: UploadJobDeps): Job =>
  job(DELETE_LEFTOVER_PDF, async ({ name }) => {
    if (!(await store.hasDocument(db, name))) await files.delete([documentFile(name)])
    return 'done'
  })

const DELETE_UNUSED_UPLOADS = jobKind('delete-unused-uploads', z.object({}))

/**
 * Enqueues the deletion of unused uploads once a day. The dedupe key contains the day, so further runs on the same
 * day enqueue nothing.
 */
export const findUnusedUploadsJob = ({ db, now }: UploadJobDeps): Job =>
  periodicJob('find-unused-uploads', () => {
    const dedupeKey = `uploads.forget.${ranchDay(now())}`
    return db.transaction((tx) => enqueue(tx, DELETE_UNUSED_UPLOADS, { input: {}, dedupeKey, runAt: now() }))
  })

export const deleteUnusedUploadsJob = ({ db, now, files }: UploadJobDeps): Job =>
  job(DELETE_UNUSED_UPLOADS, async () => {
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
  })

/**
 * Checks the file store at startup and then every ten minutes. While the file store has a problem, checks it in every
 * run.
 */
export function checkFileStoreJob({ files, now, problems }: UploadJobDeps): Job {
  let wellUntil = 0
  return periodicJob('check-file-store', async () => {
    if (now().getTime() < wellUntil) return
    const found = await probeFiles(files)
    await problems.clear(...FILES_PROBLEMS.filter(({ code }) => code !== found?.code))
    if (found) await problems.report(found)
    else wellUntil = now().getTime() + PROBE_EVERY_MS
  })
}

type AvifDeps = Pick<UploadJobDeps, 'db' | 'now' | 'files'>

/**
 * Returns the function that each AVIF job calls. While one call is working, other calls return immediately, and the
 * working call makes their files as well. So even many photos occupy only one job worker, and e-mails are not
 * delayed.
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
 * Makes the AVIF files of all pictures that lack them. If one picture fails, makes the files of the other pictures
 * first, then throws so that the job is retried.
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

/**
 * Makes the AVIF files of a picture from its master file, and then deletes the master. An interrupted job can start
 * again as long as the master exists.
 */
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
