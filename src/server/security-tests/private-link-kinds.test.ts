/** Every kind of link opens what it is for, and nothing of another kind (R19.10). */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { openTestApp } from '#testing/open.ts'
import { createAttacker, expectNoInnards } from './testing/attacker.ts'
import { ask, LINK_CALLS, opensAStay } from './testing/link-calls.ts'
import { type LinkKind, NOW, settleNeighbors } from './testing/neighbors.ts'
import { stateOf } from './testing/database-state.ts'

const app = await openTestApp({ now: NOW })
const house = await settleNeighbors(app)
const shoot = await createAttacker(app)
const before = await stateOf(app.services.db)

/** Which kind of link a call takes. */
function kindOf(endpoint: Endpoint): LinkKind {
  if (opensAStay(endpoint)) return 'stay'
  if (endpoint.path.startsWith('host/')) return 'host'
  if (endpoint.path.startsWith('waitlist/place')) return 'place'
  if (endpoint.path.startsWith('waitlist/')) return 'offer'
  if (endpoint.path.startsWith('heldSpots')) return 'spots'
  return endpoint.path === 'takeOver' ? 'take-over' : 'feed'
}

const KINDS: LinkKind[] = ['stay', 'attendee', 'host', 'offer', 'place', 'take-over', 'spots', 'feed']

describe.each(LINK_CALLS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_title, endpoint) => {
    test.each(KINDS.filter((kind) => kind !== kindOf(endpoint)))(
      'is not opened by the link of a %s (R19.10)',
      async (kind) => {
        const token = house.tokens[kind]
        expect(token).toMatch(/./)
        const answer = await shoot(ask(endpoint, token))
        expect([answer.status, answer.json?.['code']]).toEqual([404, 'not_found'])
        expectNoInnards(answer)
        for (const secret of house.secrets) expect(answer.text).not.toContain(secret)
      },
    )
  },
)

test('none of it changed a row', async () => {
  expect(await stateOf(app.services.db)).toEqual(before)
})

test.each(KINDS)('negative control: the link of a %s opens what it is for', async (kind) => {
  if (kind === 'attendee') {
    const answer = await shoot({
      method: 'PUT',
      path: '/api/viewedDirections',
      body: { name: house.tokens.attendee },
    })
    expect(answer.status).toBe(200)
    return
  }
  const call = LINK_CALLS.find((endpoint) => endpoint.method === 'GET' && kindOf(endpoint) === kind)
  if (!call) throw new Error(`no call takes a ${kind}`)
  expect((await shoot(ask(call, house.tokens[kind]))).status).toBe(200)
})

test('a link that may be passed around tells nothing of the guest whose spot it is', async () => {
  const { text } = await shoot({ path: `/api/takeOver?token=${house.tokens['take-over']}` })
  for (const secret of house.secrets.filter((each) => each !== house.tokens['take-over']))
    expect(text).not.toContain(secret)
})
