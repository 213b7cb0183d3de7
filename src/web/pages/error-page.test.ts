import { expect, test } from 'vitest'
import { errorWords } from './error-page.tsx'

/** An error as React Router hands on what a loader has thrown. */
const thrown = (status: number, said: unknown = null) => ({
  status,
  statusText: '',
  internal: false,
  data: said,
})

test('an address without a page', () => {
  expect(errorWords(thrown(404))).toMatchObject({ heading: 'The road ends here.', again: false })
})

test('a loader may say what is missing, and need not say all of it', () => {
  const words = errorWords(thrown(404, { heading: 'Event Not Found' }))
  expect(words).toMatchObject({ title: 'Event Not Found', heading: 'Event Not Found', again: false })
  expect(words.text).not.toBe('')
})

test.each([thrown(500), thrown(503), new Error('a bug'), 'text', null, undefined])(
  'a failure of ours: %j',
  (error) => {
    expect(errorWords(error)).toMatchObject({ heading: 'Something broke on our side.', again: true })
    expect(JSON.stringify(errorWords(error))).not.toContain('a bug')
  },
)

test('a loader says why it is out of order', () => {
  expect(errorWords(thrown(503, { text: 'The books are closed for a minute.' }))).toMatchObject({
    heading: 'Something broke on our side.',
    text: 'The books are closed for a minute.',
    again: true,
  })
})

test.each([
  'Failed to fetch',
  'Load failed',
  'NetworkError when attempting to fetch resource.',
  'Failed to fetch dynamically imported module: /assets/events.js',
  'Importing a module script failed.',
])('no answer at all is not our fault: %s', (message) => {
  expect(errorWords(new TypeError(message))).toMatchObject({ heading: 'No signal.', again: true })
})
