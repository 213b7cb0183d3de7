import { existsSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { uploadLink, pictureName, uploadAddress } from '#shared/uploaded-picture.ts'
import { altTexts } from '../../../scripts/pictures/alt-texts.ts'
import { linkPreview, Picture, pictureAddress } from './picture.tsx'
import library from './pictures.json'

describe.each(Object.entries(library))(
  'for the picture %s, the picture library',
  (name, { alt, widths, width, height, preview }) => {
    test('lists the alternative text from content/pictures/README.md', () => {
      expect(alt).toMatch(/^[A-Z].{30,}\.$/)
      expect(altTexts(readFileSync('content/pictures/README.md', 'utf8')).get(name)).toBe(alt)
    })

    test('lists a tiny preview, and only sizes for which a file exists', () => {
      expect(widths.filter((each) => !existsSync(`content/pictures/${name}-${each}.avif`))).toEqual([])
      expect(widths.at(-1)).toBe(width)
      expect(height).toBe(Math.round((width * 9) / 16))
      expect(preview).toMatch(/^data:image\/webp;base64,/)
    })
  },
)

test('gives each picture of the picture library an alternative text of its own', () => {
  const texts = Object.values(library).map(({ alt }) => alt)
  expect(texts).toEqual([...new Set(texts)])
})

describe('the code that renders pictures of the picture library', () => {
  const html = renderToStaticMarkup(<Picture src="dusk" sizes="50vw" first />)
  const { width, height, alt, version, widths } = library.dusk

  test('offers a picture of the library as AVIF, WebP and JPEG, each in all sizes and with its hash in the URL', () => {
    expect([...html.matchAll(/type="(.*?)"/g)].map(([, type]) => type)).toEqual(['image/avif', 'image/webp'])
    for (const type of ['avif', 'webp', 'jpg'])
      for (const each of widths)
        expect(html).toContain(`/pictures/dusk-${each}.${type}?v=${version} ${each}w`)
    expect(html.match(/sizes="50vw"/g)).toHaveLength(3)
  })

  test('renders a picture with its size and alternative text, and loads it early only on the first screen', () => {
    expect(html).toContain(`width="${width}" height="${height}"`)
    expect(html).toContain(`alt="${alt}"`)
    expect(html).toContain('loading="eager" fetchPriority="high"')
    expect(renderToStaticMarkup(<Picture src="dusk" sizes="50vw" />)).toContain('loading="lazy"')
  })

  test('finds a picture of the library by each of its addresses, and renders any other picture unchanged', () => {
    expect(renderToStaticMarkup(<Picture src="/pictures/dusk-1600.webp" sizes="50vw" first />)).toBe(html)
    const other = renderToStaticMarkup(<Picture src="https://hats.example/7.jpg" alt="A hat" sizes="50vw" />)
    expect(other).toMatch(/^<img [^>]*src="https:\/\/hats\.example\/7\.jpg" alt="A hat"/)
  })

  test('renders an empty alternative text for a decorative picture', () => {
    expect(renderToStaticMarkup(<Picture src="dusk" sizes="50vw" alt="" />)).toContain('alt=""')
  })
})

test.each(['snow-night', '/pictures/snow-night-1600.webp'])(
  'returns a link preview with alternative text for the picture %s',
  (src) => {
    const { version, alt } = library['snow-night']
    const size = { width: 1200, height: 630 }
    expect(linkPreview(src)).toEqual({ src: `/pictures/snow-night-og.jpg?v=${version}`, alt, ...size })
  },
)

test.each(['https://hats.example/7.jpg', '/uploads/7.jpg', 'constructor'])(
  'returns no link preview for an address that is no picture of this site: %s',
  (src) => {
    expect(linkPreview(src)).toBeNull()
  },
)

test("returns the address of a picture's largest JPEG", () => {
  const { width, version } = library.dawn
  expect(pictureAddress('dawn')).toBe(`/pictures/dawn-${width}.jpg?v=${version}`)
})

describe('the code that renders pictures that an admin uploaded', () => {
  const name = pictureName({
    random: 'r'.repeat(20),
    width: 1200,
    height: 1600,
    preview: new Uint8Array(18).fill(200),
  })
  const html = renderToStaticMarkup(<Picture src={uploadLink(name)} sizes="50vw" />)

  test('offers an uploaded picture in all formats and widths, with its size and a tiny preview', () => {
    for (const type of ['avif', 'webp', 'jpg']) {
      const widths = [480, 960, 1200].map((width) => `/uploads/${name}-${width}.${type} ${width}w`)
      expect(html).toContain(`"${widths.join(', ')}"`)
    }
    expect(html).toContain('width="1200" height="1600"')
    expect(html).toContain('--preview:url(data:image/bmp;base64,')
    expect(html).toContain('alt=""')
  })

  test('finds an uploaded picture by each of its addresses', () => {
    const other = uploadAddress(name, { width: 480, type: 'webp' })
    expect(renderToStaticMarkup(<Picture src={other} sizes="50vw" />)).toBe(html)
    expect(pictureAddress(other)).toBe(`/uploads/${name}-1200.jpg`)
  })

  test('returns a link preview for an uploaded picture, with its size and without an alternative text', () => {
    const size = { width: 1200, height: 1600 }
    expect(linkPreview(uploadLink(name))).toEqual({ src: `/uploads/${name}-1200.jpg`, alt: null, ...size })
  })
})
