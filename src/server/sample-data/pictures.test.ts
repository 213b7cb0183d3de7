import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SAMPLE_EVENTS } from './events.ts'

/** Returns the copy in `public/` of a picture's AVIF file. `scripts/prepare/pictures.mjs` creates it. */
function kept(address: string): string {
  return `public${address.replace(/\.\w+$/, '.avif')}`
}

const pictures = SAMPLE_EVENTS.map(({ event, photos }) => ({
  name: event.name,
  shown: [event.mainImage, event.secondImage, ...photos],
}))

test('uses every main and second picture for one sample event only', () => {
  const all = SAMPLE_EVENTS.flatMap(({ event }) => [event.mainImage, event.secondImage])
  expect(all).toEqual([...new Set(all)])
  expect(all).toHaveLength(22)
})

test.each(pictures)('shows in $name no picture twice, and only pictures that exist', ({ shown }) => {
  expect(shown).toEqual([...new Set(shown)])
  expect(shown.filter((address) => !address || !existsSync(kept(address)))).toEqual([])
})
