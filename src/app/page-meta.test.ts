import { expect, test } from 'vitest'
import { pageMeta } from './page-meta.ts'

const root = { loaderData: { site: { publicUrl: 'https://ranch.example' } } }
const matches = [root, { handle: { listed: true } }]
const page = { title: 'The Land', description: 'Where things are.', path: '/the-land' }

/** Returns the contents of a page's Open Graph and Twitter tags by the name of the tag. */
function tagsOf(picture?: string): Map<string, string> {
  const tags = pageMeta(matches, picture === undefined ? page : { ...page, picture })
  return new Map(
    tags.flatMap((tag) => {
      const { property, name, content } = tag as Record<string, string | undefined>
      return content === undefined ? [] : [[property ?? name ?? '', content] as const]
    }),
  )
}

test.each([
  ['dawn', /^https:\/\/ranch\.example\/pictures\/dawn-og\.jpg\?v=\w+$/],
  ['/pictures/leather-1600.webp', /^https:\/\/ranch\.example\/pictures\/leather-og\.jpg\?v=\w+$/],
  [undefined, /^https:\/\/ranch\.example\/pictures\/preview\.jpg$/],
])(
  'adds to the link preview of a page with the picture %j its size and alternative text',
  (picture, address) => {
    const tags = tagsOf(picture)
    expect(tags.get('og:image')).toMatch(address)
    expect(tags.get('og:image:width')).toBe('1200')
    expect(tags.get('og:image:height')).toBe('630')
    expect(tags.get('og:image:alt')).not.toBe('')
    expect(tags.get('twitter:image:alt')).toBe(tags.get('og:image:alt'))
  },
)

test('uses in a link preview the address of an external picture unchanged, without alternative text', () => {
  const tags = tagsOf('https://pictures.example/a.jpg?x=1')
  expect(tags.get('og:image')).toBe('https://pictures.example/a.jpg?x=1')
  expect([...tags.keys()].filter((name) => name.includes('image'))).toEqual(['og:image'])
  expect(tagsOf('/uploads/a.jpg').get('og:image')).toBe('https://ranch.example/uploads/a.jpg')
})

test("uses the site's public origin in a page's canonical URL", () => {
  expect(pageMeta(matches, page)).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://ranch.example/the-land',
  })
})

test.each([
  ['hidden', matches, true],
  ['not listed', [root, {}], false],
])(
  'gives a page that is %s only a title, and asks search engines not to list the page',
  (_, matches, hidden) => {
    expect(pageMeta(matches, { ...page, hidden, facts: () => ({}) })).toEqual([
      { title: 'The Land · Twelve Mile Ranch' },
      { name: 'robots', content: 'noindex' },
    ])
  },
)
