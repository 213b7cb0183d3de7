import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { openMailDesk } from '#test/support/mail/mail-desk.ts'
import type { Call } from '#shared/client.ts'
import { callContext } from '#app/server-context.ts'
import { loader } from './mail-document.ts'

const desk = await openMailDesk()

async function read(call: Call, query: string) {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  const request = new Request(`http://localhost/admin/mail?${query}`)
  const response = await loader({ request, context } as unknown as Parameters<typeof loader>[0])
  const { status, headers } = response
  return { status, policy: headers.get('content-security-policy'), text: await response.text() }
}

test("serves an e-mail's preview with its styles, under a content policy that forbids scripts and requests", async () => {
  const { id } = await desk.stay()
  const { call } = desk.admin.browser
  const { status, policy, text } = await read(call, `type=welcome-info&reservationId=${id}`)
  expect(status).toBe(200)
  expect(text).toMatch(/^<!DOCTYPE html.*<style>/is)
  expect(policy).toMatch(/^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:;/)
  expect(policy).toContain("frame-ancestors 'self'")
})

test.each([
  '',
  'type=late-refund&reservationId=1',
  'id=999999',
  'id=x',
  'type=welcome-info&reservationId=999999',
])('refuses the invalid query "%s" for the preview of an e-mail', async (query) => {
  const { status, text } = await read(desk.admin.browser.call, query)
  expect([400, 404]).toContain(status)
  expect(text).toBe('This email cannot be shown.')
})

test('shows the preview of an e-mail to admins only', async () => {
  const { id } = await desk.stay()
  const found = await read(desk.app.browser().call, `type=welcome-info&reservationId=${id}`)
  expect(found).toMatchObject({ status: 401, text: 'This email cannot be shown.' })
})
