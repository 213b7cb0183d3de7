/** Tests which files remain if the process ends or the file store fails during an upload. */
import { describe, expect, test } from 'vitest'
import { uploads } from '#platform/database/schema/uploads.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { askedPicture } from '#shared/uploaded-picture.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { uploadPicture } from './contract.ts'
import { makeAvifJob } from './jobs.ts'
import { storePicture, fileName } from './store-files.ts'
import { drawing, sent } from '#test/support/events/pictures.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })

class Ended extends Error {}

/** Returns a file store that fails after `count` files were written, as if the process had ended. */
function endingAfter(count: number) {
  const written: string[] = []
  const guard = async <T>(work: () => Promise<T>) => {
    if (written.length >= count) throw new Ended()
    return work()
  }
  const files: FileStore = {
    ...app.fileStore,
    write: (name, bytes, type) =>
      guard(async () => {
        await app.fileStore.write(name, bytes, type)
        written.push(name)
      }),
    delete: (names) => guard(() => app.fileStore.delete(names)),
  }
  return { files, written }
}

async function present(names: string[]): Promise<string[]> {
  const found = await Promise.all(names.map(async (name) => ((await app.fileStore.find(name)) ? [name] : [])))
  return found.flat()
}

const rows = () => app.services.db.select().from(uploads)
const picture = async () => ({ bytes: (await sent(drawing())).file.bytes, uploadedBy: 'admin:a' })

describe('the files of an upload that is interrupted', () => {
  test.each([1, 4])(
    'are deleted after an hour if a crash left %i files without a database row',
    async (count) => {
      const { files, written } = endingAfter(count)
      const kept = storePicture({ ...app.services, files }, await picture(), async () => 'kept')
      await expect(kept).rejects.toThrow(Ended)
      expect(await rows()).toEqual([])
      await app.runJobs()
      expect(await present(written)).toHaveLength(count)
      app.clock.advance({ minutes: 61 })
      await app.runJobs()
      expect(await present(written)).toEqual([])
    },
  )

  test('are deleted immediately if the transaction fails', async () => {
    const { files, written } = endingAfter(100)
    const broken = async () => Promise.reject(new Ended())
    await expect(storePicture({ ...app.services, files }, await picture(), broken)).rejects.toThrow(Ended)
    expect(written).toHaveLength(7)
    expect(await present(written)).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('are deleted immediately if the event that should show the picture no longer exists', async () => {
    const { files, written } = endingAfter(100)
    const kept = await storePicture({ ...app.services, files }, await picture(), async () => null)
    expect(kept).toEqual({ ok: false, problem: 'not_wanted' })
    expect(await present(written)).toEqual([])
    expect(await rows()).toEqual([])
  })
})

test('keeps the files of an uploaded picture with a database row when the cleanup job runs', async () => {
  const kept = await storePicture(
    { ...app.services, files: app.fileStore },
    await picture(),
    async (_tx, { link }) => link,
  )
  app.clock.advance({ minutes: 61 })
  await app.runJobs()
  expect((await app.request(kept.ok ? kept.value : '')).status).toBe(200)
})

test('makes the missing AVIF files after the job that makes them was interrupted', async () => {
  const admin = await app.signIn({ admin: true })
  const result = await admin.call(uploadPicture, { body: await sent(drawing()) })
  const name = askedPicture(result.ok ? result.data.data.link : '')?.name ?? ''
  const { files, written } = endingAfter(1)
  const job = makeAvifJob({ ...app.services, files })
  await expect(job.run({ name }, { attempt: 1 })).rejects.toThrow(Ended)
  expect(written).toEqual([fileName(name, { width: 480, type: 'avif' })])
  await app.runJobs()
  const avif = [480, 960, 1000].map((width) => fileName(name, { width, type: 'avif' }))
  expect(await present([...avif, `${name}-master.jpg`])).toEqual(avif)
})
