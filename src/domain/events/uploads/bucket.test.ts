/** Tests uploads to an S3 bucket, which several processes share. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { uploads } from '#platform/database/schema/uploads.ts'
import { startBucket } from '#test/support/files/bucket-server.ts'
import { askedPicture, uploadAddress } from '#shared/uploaded-picture.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { uploadPicture } from './contract.ts'
import { drawing, sent } from '#test/support/events/pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'bucket-test-'))
const bucket = await startBucket(folder)
const app = await openTestApp({ settings: { files: bucket.settings } })
afterAll(async () => {
  await bucket.stop()
  await rm(folder, { recursive: true })
})

test('stores an uploaded picture in the bucket, serves the picture from there, and adds its AVIF files there', async () => {
  const admin = await app.signIn({ admin: true })
  const result = await admin.call(uploadPicture, { body: await sent(drawing()) })
  const link = result.ok ? result.data.data.link : ''
  const name = askedPicture(link)?.name ?? ''
  const shown = await app.request(link)
  expect(shown.headers.get('cache-control')).toContain('immutable')
  const facts = await sharp(new Uint8Array(await shown.arrayBuffer())).metadata()
  expect(facts).toMatchObject({ format: 'jpeg', width: 1000 })
  await app.runJobs()
  const avif = await app.request(uploadAddress(name, { width: 480, type: 'avif' }))
  expect(avif.headers.get('content-type')).toBe('image/avif')
  const missing = await app.request(
    link.replace(/^\/uploads\/./, (start) => `/uploads/${start.endsWith('0') ? 1 : 0}`),
  )
  expect(missing.status).toBe(404)
})

test('stores nothing of an upload if the bucket is down, and replies that pictures are unavailable', async () => {
  const elsewhere = { ...bucket.settings, endpoint: 'http://127.0.0.1:9' }
  const lost = await buildTestApp({ settings: { files: elsewhere } })
  const admin = await lost.signIn({ admin: true })
  const result = await admin.call(uploadPicture, { body: await sent(drawing({ width: 300, height: 200 })) })
  expect(result).toMatchObject({ ok: false, status: 503, code: 'unavailable' })
  expect(await lost.services.db.select().from(uploads)).toEqual([])
  const address = `/uploads/${'r'.repeat(20)}0dw0dw${'0'.repeat(14)}.jpg`
  expect((await lost.request(address)).status).toBe(503)
  await lost.close()
})
