/** Renders React components in a real browser, with a fake server. */
import { useState, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { render } from 'vitest-browser-react'
import { permissionsOf, type Role } from '#shared/roles.ts'
import type { Call, Failed } from '#shared/client.ts'
import { ApiProvider } from '#app/ui/api.tsx'
import { LeaveGuardSlot } from '#app/ui/tab-store.ts'
import { LiveRegion } from '#app/ui/toast.tsx'
import '#app/styles/site.css'
import { startFocusOnRelease } from '#app/ui/plain-dom.ts'

startFocusOnRelease()

type Answer = { ok: true; data: unknown } | Failed

export interface Sent {
  name: string
  input: { query?: Record<string, unknown>; body?: Record<string, unknown> }
}

export function fakeSite(answer: (sent: Sent, sentBefore: number) => Answer | Promise<Answer>) {
  const sent: Sent[] = []
  const call = (async ({ name }: { name: string }, input: Sent['input'] = {}) => {
    const before = sent.filter((each) => each.name === name).length
    sent.push({ name, input })
    return answer({ name, input }, before)
  }) as unknown as Call
  return { call, sent }
}

export const ok = (data: unknown = {}): Answer => ({ ok: true, data })

export const refused = (code: string, more: Partial<Failed> = {}): Failed => ({
  ok: false,
  status: 409,
  code: code as Failed['code'],
  message: `Refused: ${code}.`,
  fields: {},
  ...more,
})

export const offline = (): Failed => refused('offline', { status: 0, message: 'There is no connection.' })
export const signedOut = (): Failed => refused('unauthenticated', { status: 401 })

const NOBODY: Call = () => Promise.reject(new Error('No call was expected'))

function Shell({ call, children }: { call: Call; children: ReactNode }) {
  const [api] = useState(() => ({ call, signInHref: '/sign-in' }))
  return (
    <ApiProvider value={api}>
      {children}
      <LiveRegion />
      <LeaveGuardSlot />
    </ApiProvider>
  )
}

interface ShowOptions {
  call?: Call
  /** The role of the person who sees the part. */
  role?: Role
}

/** Renders a component on the page `/here` of a small app. The app also has an empty page, `/elsewhere`. */
export async function showPart(part: ReactNode, { call = NOBODY, role = 'owner' }: ShowOptions = {}) {
  const pages = [
    { path: '/here', element: part },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ].map(({ path, element }) => ({ path, element: <Shell call={call}>{element}</Shell> }))
  const site = { staff: { role, name: null, email: null, permissions: permissionsOf(role) } }
  const router = createMemoryRouter([{ id: 'root', loader: () => ({ site }), children: pages }], {
    initialEntries: ['/here'],
    hydrationData: { loaderData: { root: { site } } },
  })
  const shown = await render(<RouterProvider router={router} />)
  return { ...shown, router }
}
