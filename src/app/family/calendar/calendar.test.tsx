import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import { GatePage, submitDogName } from './calendar.tsx'

/** Creates a fake server that always gives the same reply and records the requests. */
function site(answer: object) {
  const asked: unknown[] = []
  const call = (async (_endpoint: unknown, input: unknown) => {
    asked.push(input)
    return Promise.resolve(answer)
  }) as unknown as Call
  return { call, asked }
}
const refusal = (more: object) => ({ ok: false, fields: {}, message: 'No.', ...more })

describe("the form that asks for the dog's name and opens the family calendar", () => {
  test("sends the dog's name as typed, and shows no error if the calendar opens", async () => {
    const { call, asked } = site({ ok: true, data: true })
    expect(await submitDogName(call, ' blue ')).toBeNull()
    expect(asked).toEqual([{ query: { dogName: ' blue ' } }])
  })

  test.each([
    ['Rex', 'No dog came running. Try another name.'],
    ['  ', 'It does have a name.'],
  ])("explains that %j is not the dog's name, and keeps this text in the field", async (typed, words) => {
    const { call } = site({ ok: true, data: false })
    expect(await submitDogName(call, typed)).toEqual({ words, trouble: false, typed, status: 403 })
  })

  test.each([
    [30, 'in 30 seconds'],
    [570, 'in 10 minutes'],
  ])(
    'says after too many wrong names of the dog when to try again: in %i seconds',
    async (retryAfterSeconds, when) => {
      const { call } = site(refusal({ code: 'rate_limited', status: 429, retryAfterSeconds }))
      expect(await submitDogName(call, 'Rex')).toMatchObject({
        words: expect.stringContaining(when),
        trouble: true,
        status: 429,
      })
    },
  )

  test("says that the site is unavailable, instead of calling the dog's name wrong", async () => {
    const { call } = site(refusal({ code: 'unavailable', status: 0, message: 'We are briefly unavailable.' }))
    expect(await submitDogName(call, 'Rex')).toMatchObject({
      words: 'We are briefly unavailable.',
      trouble: true,
      status: 503,
    })
  })
})

test("keeps the family calendar closed if no dog's name is set up, and shows admins where to sign in", () => {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <GatePage name={null} given={null} onKnock={() => {}} /> },
  ])
  const html = renderToStaticMarkup(<Stub />)
  expect(html).toContain('The gate is shut')
  expect(html).not.toContain('<form')
  expect(html).toContain('href="/api/auth/login?returnUrl=%2Fcalendar"')
})
