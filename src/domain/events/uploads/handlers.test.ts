/** Tests uploads over HTTP: which ones the site accepts, how it serves them, and what its jobs do with them later. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { uploads } from '#platform/database/schema/uploads.ts'
import { FILE_LIMIT_BYTES } from '#shared/endpoint.ts'
import { askedPicture, uploadAddress } from '#shared/uploaded-picture.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { addPhotoToEvent, uploadPicture } from './contract.ts'
import { fileName } from './store-files.ts'
import { drawing, sent } from '#test/support/events/pictures.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await app.signIn({ admin: true })

async function upload(picture = drawing()): Promise<string> {
  const result = await admin.call(uploadPicture, { body: await sent(picture) })
  if (!result.ok) throw new Error(result.code)
  return result.data.data.link
}

function nameOf(link: string): string {
  return askedPicture(link)?.name ?? ''
}

const rowOf = async (link: string) => {
  const [row] = await app.services.db
    .select()
    .from(uploads)
    .where(eq(uploads.name, nameOf(link)))
  return row
}

describe('an upload of a picture', () => {
  test('returns a link that shows the picture', async () => {
    const link = await upload()
    expect(link).toMatch(/^\/uploads\/[a-z0-9]{40}\.jpg$/)
    const shown = await app.request(link)
    expect(shown.status).toBe(200)
    const facts = await sharp(new Uint8Array(await shown.arrayBuffer())).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 1000, height: 750 })
    expect(await rowOf(link)).toMatchObject({
      width: 1000,
      height: 750,
      widths: [480, 960, 1000],
      avifAt: null,
    })
  })

  test('is stored under a random name, whatever name the file had', async () => {
    const body = await sent(drawing(), '../../../etc/passwd\u0000.svg')
    const result = await admin.call(uploadPicture, { body })
    expect(result).toMatchObject({
      ok: true,
      data: { data: { link: expect.stringMatching(/^\/uploads\/[a-z0-9]{40}\.jpg$/) } },
    })
    expect(JSON.stringify(result)).not.toContain('passwd')
  })

  test("is recorded in the audit with the uploader, but without the file's name or content", async () => {
    await upload()
    const told = await app.services.db.select().from(auditEntries)
    expect(told.findLast(({ action }) => action === 'upload.created')).toMatchObject({
      actor: 'admin:the-admin',
      details: null,
    })
  })

  test.each<[string, string, string]>([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['an SVG declared as JPEG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/jpeg'],
    ['an HTML page', '<script>hacked()</script>', 'image/png'],
  ])('is refused if it is not a picture, and stores nothing: %s', async (_what, content, type) => {
    const before = await app.services.db.select().from(uploads)
    const bytes = new TextEncoder().encode(content)
    const result = await admin.call(uploadPicture, { body: { file: { bytes, name: 'hat.jpg', type } } })
    expect(result).toMatchObject({ ok: false, status: 415, code: 'not_a_picture' })
    expect(await app.services.db.select().from(uploads)).toEqual(before)
  })

  test("is refused if it is an iPhone's HEIC photo, and the message says how to convert it", async () => {
    const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])
    const bytes = new Uint8Array(Buffer.concat([head, Buffer.alloc(2_000, 7)]))
    const file = { bytes, name: 'IMG_0042.HEIC', type: 'image/heic' }
    expect(await admin.call(uploadPicture, { body: { file } })).toMatchObject({
      ok: false,
      status: 415,
      code: 'not_a_picture',
      message: expect.stringMatching(/HEIC.+Most Compatible/) as string,
    })
  })

  test('is refused if the file is cut off, with a message that says that the picture is incomplete', async () => {
    const whole = await drawing().jpeg().toBuffer()
    const bytes = new Uint8Array(whole.subarray(0, whole.length - 500))
    const body = { file: { bytes, name: 'hat.jpg', type: 'image/jpeg' } }
    const refused = {
      ok: false,
      status: 415,
      code: 'not_a_picture',
      message: expect.stringMatching(/incomplete.+Export.+sent again/) as string,
    }
    expect(await admin.call(uploadPicture, { body })).toMatchObject(refused)
    const { id } = await makeEvent(app.services.db)
    expect(await admin.call(addPhotoToEvent, { query: { id }, body })).toMatchObject(refused)
  })

  test('is refused with a message if it is larger than 25 MB (R11.12)', async () => {
    const bytes = new Uint8Array(FILE_LIMIT_BYTES + 1)
    const result = await admin.call(uploadPicture, {
      body: { file: { bytes, name: 'hat.jpg', type: 'image/jpeg' } },
    })
    expect(result).toMatchObject({ ok: false, status: 413, message: expect.stringContaining('25 MB') })
  })
})

describe('a photo of an event', () => {
  test("is added after the event's other photos, with an audit entry", async () => {
    const event = await makeEvent(app.services.db)
    const body = await sent(drawing())
    const first = await admin.call(addPhotoToEvent, { query: { id: event.id }, body })
    const second = await admin.call(addPhotoToEvent, { query: { id: event.id }, body })
    if (!first.ok || !second.ok) throw new Error('An upload was refused')
    expect(first.data).toMatchObject({ success: true, imageUrl: first.data.photo.url })
    const kept = await app.services.db.select().from(eventPhotos).where(eq(eventPhotos.eventId, event.id))
    expect(kept.map(({ url }) => url)).toEqual([first.data.imageUrl, second.data.imageUrl])
    const told = await app.services.db.select().from(auditEntries).where(eq(auditEntries.eventId, event.id))
    expect(told.map(({ action }) => action)).toEqual(['photo.created', 'photo.created'])
  })

  test('is refused for an unknown event', async () => {
    const result = await admin.call(addPhotoToEvent, { query: { id: 999_999 }, body: await sent(drawing()) })
    expect(result).toMatchObject({ ok: false, status: 404, message: 'Event Not Found' })
  })
})

describe('when it serves uploads, the site', () => {
  test('lets browsers cache a picture forever, with its own content type and an ETag', async () => {
    const link = await upload()
    const address = uploadAddress(nameOf(link), { width: 480, type: 'webp' })
    const shown = await app.request(address)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-length': String((await shown.arrayBuffer()).byteLength),
    })
    // The reply must not set a cookie. A proxy that cached the picture would give that cookie to everyone (R15.5).
    expect(shown.headers.getSetCookie()).toEqual([])
    const etag = shown.headers.get('etag') ?? ''
    const again = await app.request(address, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const head = await app.request(address, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('returns the WebP file at the address of an AVIF file until a job has made the AVIF file', async () => {
    const link = await upload()
    const address = uploadAddress(nameOf(link), { width: 960, type: 'avif' })
    const early = await app.request(address)
    expect([early.headers.get('content-type'), early.headers.get('cache-control')]).toEqual([
      'image/webp',
      'no-cache',
    ])
    await app.runJobs()
    const late = await app.request(address, { headers: { 'if-none-match': early.headers.get('etag') ?? '' } })
    expect([late.status, late.headers.get('content-type')]).toEqual([200, 'image/avif'])
    expect(late.headers.get('cache-control')).toContain('immutable')
    const facts = await sharp(new Uint8Array(await late.arrayBuffer())).metadata()
    expect(facts).toMatchObject({ format: 'heif', compression: 'av1', width: 960 })
  })

  test('returns only existing picture and PDF files, whatever path is requested', async () => {
    const name = nameOf(await upload())
    await app.runJobs()
    const others = [
      '',
      'x',
      `${name}`,
      `${name}-master.jpg`,
      `${name}-481.jpg`,
      `${name}-2400.jpg`,
      `${name}-480.png`,
      `${name}-480.jpg/`,
      `${name.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a'))}-480.jpg`,
      `${'z'.repeat(40)}.jpg`,
      `..%2f${name}.jpg`,
      '../package.json',
      '%2e%2e%2fpackage.json',
      '..%5c..%5cpackage.json',
      '....//....//etc/passwd',
      `${name}-480.jpg%00.html`,
    ]
    for (const other of others) {
      const answer = await app.request(`/uploads/${other}`)
      expect([other, answer.status]).toEqual([other, 404])
    }
    const changed = await app.request(`/uploads/${name}.jpg`, { method: 'DELETE' })
    expect(changed.status).toBe(404)
  })
})

describe('the jobs after an upload', () => {
  test('make AVIF files of every width, and then delete the master picture', async () => {
    const link = await upload()
    await app.runJobs()
    for (const width of [480, 960, 1000]) {
      expect(await app.fileStore.find(fileName(nameOf(link), { width, type: 'avif' }))).not.toBeNull()
    }
    expect(await app.fileStore.find(`${nameOf(link)}-master.jpg`)).toBeNull()
    expect((await rowOf(link))?.avifAt).toEqual(app.clock.now())
  })

  test('delete a picture that no event has used for a week, and keep a picture that an event uses', async () => {
    const small = drawing({ width: 120, height: 90 })
    const links = {
      unused: await upload(small.clone()),
      main: await upload(small.clone()),
      told: await upload(small.clone()),
      photo: '',
      portrait: await upload(small.clone()),
    }
    const event = await makeEvent(app.services.db, {
      mainImage: links.main,
      longDescription: `See ${links.told}.`,
      about: {
        dayPlan: [],
        host: { portrait: links.portrait, words: null },
        goodToKnow: { level: null, groupSize: null, ages: null, accessibility: null },
        pictures: [],
        quotes: [],
      },
    })
    const added = await admin.call(addPhotoToEvent, { query: { id: event.id }, body: await sent(small) })
    if (added.ok) links.photo = added.data.imageUrl
    const seen = async () => {
      const found = Object.entries(links).map(async ([use, link]) => [use, (await app.request(link)).status])
      return Object.fromEntries(await Promise.all(found)) as Record<string, number>
    }
    app.clock.advance({ days: 6 })
    await app.runJobs()
    expect(await seen()).toEqual({ unused: 200, main: 200, told: 200, photo: 200, portrait: 200 })
    app.clock.advance({ days: 2 })
    await app.runJobs()
    expect(await seen()).toEqual({ unused: 404, main: 200, told: 200, photo: 200, portrait: 200 })
    expect(await rowOf(links.unused)).toBeUndefined()
    await app.services.db.delete(events).where(eq(events.id, event.id))
    app.clock.advance({ days: 1 })
    await app.runJobs()
    expect(await seen()).toEqual({ unused: 404, main: 404, told: 404, photo: 404, portrait: 404 })
  })
})
