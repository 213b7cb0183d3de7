import { existsSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { altTexts } from '../../../scripts/pictures/alt-texts.mjs'
import { linkPreview, Picture, pictureAddress } from './picture.tsx'
import library from './pictures.json'

describe.each(Object.entries(library))('%s', (name, { alt, widths, width, height, preview }) => {
  test('says what it shows, in the words of art/README.md', () => {
    expect(alt).toMatch(/^[A-Z].{30,}\.$/)
    expect(altTexts(readFileSync('art/README.md', 'utf8')).get(name)).toBe(alt)
  })

  test('is kept in every size, with a tiny preview', () => {
    expect(widths.filter((each) => !existsSync(`public/pictures/${name}-${each}.avif`))).toEqual([])
    expect(widths.at(-1)).toBe(width)
    expect(height).toBe(Math.round((width * 9) / 16))
    expect(preview).toMatch(/^data:image\/webp;base64,/)
  })
})

test('no two pictures have the same text', () => {
  const texts = Object.values(library).map(({ alt }) => alt)
  expect(texts).toEqual([...new Set(texts)])
})

describe('the component', () => {
  const html = renderToStaticMarkup(<Picture src="dusk" sizes="50vw" first />)
  const { width, height, alt, version } = library.dusk

  test('offers AVIF, then WebP, then JPEG, each in every size with its version', () => {
    expect([...html.matchAll(/type="(.*?)"/g)].map(([, type]) => type)).toEqual(['image/avif', 'image/webp'])
    for (const type of ['avif', 'webp', 'jpg'])
      expect(html).toContain(`/pictures/dusk-960.${type}?v=${version} 960w`)
    expect(html.match(/sizes="50vw"/g)).toHaveLength(3)
  })

  test('knows its size, its text and its turn', () => {
    expect(html).toContain(`width="${width}" height="${height}"`)
    expect(html).toContain(`alt="${alt}"`)
    expect(html).toContain('loading="eager" fetchPriority="high"')
    expect(renderToStaticMarkup(<Picture src="dusk" sizes="50vw" />)).toContain('loading="lazy"')
  })

  test('knows our own pictures by any of their addresses, and leaves others as they are', () => {
    expect(renderToStaticMarkup(<Picture src="/pictures/dusk-1600.webp" sizes="50vw" first />)).toBe(html)
    const other = renderToStaticMarkup(<Picture src="/uploads/7.jpg" alt="A hat" sizes="50vw" />)
    expect(other).toMatch(/^<img [^>]*src="\/uploads\/7\.jpg" alt="A hat"/)
  })

  test('a picture that only decorates has no text', () => {
    expect(renderToStaticMarkup(<Picture src="dusk" sizes="50vw" alt="" />)).toContain('alt=""')
  })
})

test.each(['snow-night', '/pictures/snow-night-1600.webp'])('%s has a link preview with its text', (src) => {
  const { version, alt } = library['snow-night']
  expect(linkPreview(src)).toEqual({ src: `/pictures/snow-night-og.jpg?v=${version}`, alt })
})

test('a picture from elsewhere has no link preview of ours', () => {
  expect(linkPreview('/uploads/7.jpg')).toBeNull()
})

test('a link to the whole picture leads to its largest JPEG', () => {
  const { width, version } = library.dawn
  expect(pictureAddress('dawn')).toBe(`/pictures/dawn-${width}.jpg?v=${version}`)
})
