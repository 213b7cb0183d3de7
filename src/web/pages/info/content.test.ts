import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import home from '../../../../content/home.json'
import { paths } from '../../paths.ts'
import library from '../../ui/pictures.json'

const pages = Object.values(paths).filter((path) => typeof path === 'string')
const pictures = Object.keys(library)

function all(pattern: RegExp, text: string): (string | undefined)[] {
  return [...text.matchAll(pattern)].map(([, found]) => found)
}

test.each(globSync('content/*.mdx'))('%s leads to pages that exist, with pictures that exist', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(pages).toEqual(expect.arrayContaining(all(/\]\((\/[^)]*)\)/g, text)))
  expect(pictures).toEqual(expect.arrayContaining(all(/<Photo name="([^"]*)"/g, text)))
  expect(pictures).toEqual(expect.arrayContaining(all(/\bpath: '([^']*)'/g, text)))
  expect(pictures).toEqual(expect.arrayContaining(all(/^  picture: '([^']*)'/gm, text)))
})

test('home has four tiles, each with a page and a picture that exist', () => {
  expect(home.tiles).toHaveLength(4)
  for (const { page, picture } of home.tiles) {
    expect(paths).toHaveProperty(page, expect.any(String))
    expect(pictures).toContain(picture)
  }
})
