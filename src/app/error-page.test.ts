import { expect, test } from 'vitest'
import { describeError } from './error-page.tsx'

/** Creates the error that a page gets when its loader throws. */
const thrown = (status: number, said: unknown = null) => ({
  status,
  statusText: '',
  internal: false,
  data: said,
})

test('says that an unknown address has no page', () => {
  expect(describeError(thrown(404))).toMatchObject({ heading: 'The road ends here.', again: false })
})

test("shows for a 404 the heading that a loader gives, and the error page's usual text", () => {
  const words = describeError(thrown(404, { heading: 'Event Not Found' }))
  expect(words).toMatchObject({ title: 'Event Not Found', heading: 'Event Not Found', again: false })
  expect(words.text).not.toBe('')
})

test.each([thrown(500), thrown(503), new Error('a bug'), 'text', null, undefined])(
  "apologizes for an error of the site, and does not show the error's message: %j",
  (error) => {
    expect(describeError(error)).toMatchObject({ heading: 'Something broke on our side.', again: true })
    expect(JSON.stringify(describeError(error))).not.toContain('a bug')
  },
)

test('shows for a 503 the reason that a loader gives', () => {
  expect(describeError(thrown(503, { text: 'The books are closed for a minute.' }))).toMatchObject({
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
])('says that the device has no signal if a request got no response: %s', (message) => {
  expect(describeError(new TypeError(message))).toMatchObject({ heading: 'No signal.', again: true })
})
