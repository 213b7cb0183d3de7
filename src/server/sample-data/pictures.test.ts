import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SAMPLE_EVENTS } from './events.ts'

/**
 * Returns the path of a picture's AVIF file in `public/`. `scripts/prepare/pictures.mjs` creates that file.
 */
function kept(address: string): string {
  return `public${address.replace(/\.\w+$/, '.avif')}`
}

const pictures = SAMPLE_EVENTS.map(({ event, photos }) => ({
  name: event.name,
  shown: [
    event.mainImage,
    event.secondImage,
    ...(event.about?.host?.portrait ? [event.about.host.portrait] : []),
    ...(event.about?.pictures ?? []).map(({ url }) => url),
    ...photos,
  ],
}))

test('no two sample events use the same main or second picture', () => {
  const all = SAMPLE_EVENTS.flatMap(({ event }) => [event.mainImage, event.secondImage])
  expect(all).toEqual([...new Set(all)])
  expect(all).toHaveLength(22)
})

test.each(pictures)('the page of $name shows no picture twice, and only pictures that exist', ({ shown }) => {
  expect(shown).toEqual([...new Set(shown)])
  expect(shown.filter((address) => !address || !existsSync(kept(address)))).toEqual([])
})
