import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Track, type TrackName } from './the-land.tsx'

const named = [...readFileSync('content/the-land.mdx', 'utf8').matchAll(/track: '([^']*)'/g)].map(
  ([, name]) => name,
)

test.each([...new Set(named)])('draws the animal track "%s" of `content/the-land.mdx`', (name) => {
  expect(renderToStaticMarkup(<Track name={name as TrackName} />)).toMatch(/<(path|ellipse)/)
})
