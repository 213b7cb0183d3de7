/** Tests that a link of each kind works only for the API calls of that kind (R19.10). */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createAttacker, expectNoInternals } from '../support/security/attacker.ts'
import { ask, LINK_CALLS, opensAStay } from '../support/security/link-calls.ts'
import { type LinkKind, NOW, makeNeighbors } from '../support/security/neighbors.ts'
import { stateOf } from '../support/security/database-state.ts'

const app = await openTestApp({ now: NOW })
const neighbors = await makeNeighbors(app)
const shoot = await createAttacker(app)
const before = await stateOf(app.services.db)

function kindOf(endpoint: Endpoint): LinkKind {
  if (opensAStay(endpoint)) return 'stay'
  if (endpoint.path.startsWith('host/')) return 'host'
  if (endpoint.path === 'event/preview') return 'preview'
  if (endpoint.path.startsWith('waitlist/place')) return 'place'
  if (endpoint.path.startsWith('waitlist/')) return 'offer'
  if (endpoint.path.startsWith('heldSpots')) return 'spots'
  return endpoint.path === 'takeOver' ? 'take-over' : 'feed'
}

const KINDS: LinkKind[] = [
  'stay',
  'attendee',
  'host',
  'preview',
  'offer',
  'place',
  'take-over',
  'spots',
  'feed',
]

describe.each(LINK_CALLS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'the call %s',
  (_title, endpoint) => {
    test.each(KINDS.filter((kind) => kind !== kindOf(endpoint)))(
      'refuses a link of the kind "%s", because the call takes another kind (R19.10)',
      async (kind) => {
        const token = neighbors.tokens[kind]
        expect(token).toMatch(/./)
        const answer = await shoot(ask(endpoint, token))
        expect([answer.status, answer.json?.['code']]).toEqual([404, 'not_found'])
        expectNoInternals(answer)
        for (const secret of neighbors.secrets) expect(answer.text).not.toContain(secret)
      },
    )
  },
)

test('changes no database row when a link of one kind is sent to calls of other kinds', async () => {
  expect(await stateOf(app.services.db)).toEqual(before)
})

test.each(KINDS)(
  'accepts a link of the kind "%s" for the right call, which proves that the other tests can fail',
  async (kind) => {
    if (kind === 'attendee') {
      const answer = await shoot({
        method: 'PUT',
        path: '/api/viewedDirections',
        body: { name: neighbors.tokens.attendee },
      })
      expect(answer.status).toBe(200)
      return
    }
    const call = LINK_CALLS.find((endpoint) => endpoint.method === 'GET' && kindOf(endpoint) === kind)
    if (!call) throw new Error(`no call takes a ${kind}`)
    expect((await shoot(ask(call, neighbors.tokens[kind]))).status).toBe(200)
  },
)

test('shows nothing about a guest by the link to take over the guest’s spot', async () => {
  const { text } = await shoot({ path: `/api/takeOver?token=${neighbors.tokens['take-over']}` })
  for (const secret of neighbors.secrets.filter((each) => each !== neighbors.tokens['take-over']))
    expect(text).not.toContain(secret)
})
