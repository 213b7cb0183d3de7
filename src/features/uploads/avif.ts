/** Makes the AVIF files of all pictures that lack them, one after the other. */
import type { FileStore } from '#platform/files/file-store.ts'
import type { Services } from '#platform/services.ts'
import { fileName, masterName } from './files.ts'
import { pressAvif } from './press.ts'
import { TYPES } from './rules.ts'
import { findWithoutAvif, markAvifMade, type UploadRow } from './store.ts'

interface AvifDeps extends Pick<Services, 'db' | 'now'> {
  files: FileStore
}

/**
 * What each job calls. While one is at it the others have nothing to do: their pictures' rows are there, and it finds
 * them. So many photos at once take one lane of the outbox, and mails go on.
 */
export function avifRounds(deps: AvifDeps): () => Promise<void> {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        again = false
        await makeAll(deps)
      }
    } finally {
      running = false
    }
  }
}

/**
 * Makes the AVIF files of all pictures that lack them. A failure does not keep the others waiting; it is thrown in the
 * end, for its job to try again.
 */
async function makeAll(deps: AvifDeps): Promise<void> {
  const failures: unknown[] = []
  let upload = await findWithoutAvif(deps.db, 0)
  while (upload) {
    await makeFiles(deps, upload).catch((error: unknown) => failures.push(error))
    upload = await findWithoutAvif(deps.db, upload.id)
  }
  if (failures.length > 0) throw failures[0]
}

/** The master goes last: as long as it is there, this can begin again. */
async function makeFiles({ db, now, files }: AvifDeps, { name, widths }: UploadRow): Promise<void> {
  const master = await files.read(masterName(name))
  if (!master) return
  for (const width of widths) {
    const file = fileName(name, { width, type: 'avif' })
    if (await files.find(file)) continue
    await files.write(file, await pressAvif(master, width), TYPES.avif)
  }
  await markAvifMade(db, name, now())
  await files.delete([masterName(name)])
}
