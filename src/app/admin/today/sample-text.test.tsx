import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { SampleTextNote } from './sample-text.tsx'

type Sample = Parameters<typeof SampleTextNote>[0]['sample']
const shown = (sample: Sample) => {
  const Page = createRoutesStub([{ path: '/', Component: () => <SampleTextNote sample={sample} /> }])
  return renderToStaticMarkup(<Page />)
}
const words = (sample: Sample) => shown(sample).replaceAll(/<[^>]+>/g, '')

const history = { title: 'Our History', href: '/our-history' }
const directions = { title: 'Directions', href: '/directions' }

test('names on Today the pages that still hold sample text, with links and where to read more (R55.1)', () => {
  const sample = { pages: [directions, history], gateNotes: false }
  expect(words(sample)).toContain('2 pages still hold sample text: Directions, Our History.')
  expect(words(sample)).toContain('“Public pages” in the owners’ guide')
  expect(shown(sample)).toContain('href="/our-history"')
  expect(words({ ...sample, pages: [history] })).toContain('1 page still holds sample text: Our History.')
})

test('says on Today that confirmed guests read sample notes for the gate', () => {
  const text = words({ pages: [], gateNotes: true })
  expect(text).toContain('The notes for the gate are samples')
  expect(text).not.toContain('still hold')
})

test('says nothing on Today once every text is the owner’s own', () => {
  expect(shown({ pages: [], gateNotes: false })).toBe('')
})
