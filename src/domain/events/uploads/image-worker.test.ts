/** Tests that the site decodes and encodes pictures in a separate process. */
import { expect, test } from 'vitest'
import { encodeAvif, processPicture } from './image-worker.ts'
import { drawing } from '#test/support/events/pictures.ts'

const jpeg = async (width: number, height: number) => drawing({ width, height }).jpeg().toBuffer()

test('returns the JPEG and WebP files of a picture immediately, and encodes AVIF files later', async () => {
  const taken = await processPicture(await jpeg(700, 500))
  if (!taken.ok) throw new Error(taken.problem)
  const { files, master, ...facts } = taken.picture
  expect(facts).toMatchObject({ width: 700, height: 500 })
  expect(facts.preview).toHaveLength(18)
  expect(files.map(({ width, type }) => `${width}.${type}`)).toEqual([
    '480.webp',
    '480.jpg',
    '700.webp',
    '700.jpg',
  ])
  const avif = await encodeAvif(master, 480)
  expect(Buffer.from(avif.subarray(4, 12)).toString()).toBe('ftypavif')
})

test('refuses a bad picture file and accepts the next one', async () => {
  expect(await processPicture(new TextEncoder().encode('<svg/>'))).toEqual({
    ok: false,
    problem: 'not_a_picture',
  })
  expect(await processPicture(await jpeg(40, 30))).toMatchObject({ ok: true })
})

test('throws if an AVIF file cannot be made, so that the job is retried', async () => {
  await expect(encodeAvif(new TextEncoder().encode('no picture'), 480)).rejects.toThrow('could not be made')
})

test("processes simultaneous uploads of pictures with little memory in the site's own process", async () => {
  const large = await drawing({ width: 7000, height: 7000 }).png().toBuffer()
  const before = process.memoryUsage.rss()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const widths = [700, 600, 500]
  const [big, ...others] = await Promise.all([
    processPicture(large),
    ...widths.map(async (width) => processPicture(await jpeg(width, 400))),
  ])
  clearInterval(watch)
  expect(big).toMatchObject({ ok: true, picture: { width: 2400, height: 2400 } })
  expect(others.map((taken) => taken.ok && taken.picture.width)).toEqual(widths)
  // Decoding the large picture takes 147 MB. The site's process must not use that memory.
  expect(most - before).toBeLessThan(120_000_000)
})
