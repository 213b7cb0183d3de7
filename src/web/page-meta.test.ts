import { expect, test } from 'vitest'
import { pageMeta } from './page-meta.ts'

const matches = [{ loaderData: { site: { publicUrl: 'https://ranch.example' } } }]
const page = { title: 'The Land', description: 'Where things are.', path: '/the-land' }

function previewOf(picture?: string): string {
  const tags = pageMeta(matches, picture === undefined ? page : { ...page, picture })
  const tag = tags.find((each) => 'property' in each && each.property === 'og:image')
  return (tag && 'content' in tag && tag.content) || ''
}

test.each([
  ['dawn', '/pictures/dawn-og.jpg'],
  ['/pictures/leather-1600.webp', '/pictures/leather-og.jpg'],
  [undefined, '/pictures/preview.jpg'],
])('the link preview of a page with the picture %j is %s', (picture, address) => {
  expect(previewOf(picture)).toBe(`https://ranch.example${address}`)
})

test('the canonical address is on the public origin', () => {
  expect(pageMeta(matches, page)).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://ranch.example/the-land',
  })
})

test('a hidden page says nothing of itself but its title', () => {
  expect(pageMeta(matches, { ...page, hidden: true })).toEqual([
    { title: 'The Land · Twelve Mile Ranch' },
    { name: 'robots', content: 'noindex' },
  ])
})
