/**
 * Finds the API calls that take the token of a private link, and builds requests in which only that token is
 * wrong.
 */
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { declared } from '#test/support/server/contracts.ts'
import type { AttackRequest } from './attacker.ts'

export const LINK_CALLS = declared.filter(({ access }) => access === 'link')

/**
 * Valid values for the other fields of these API calls, so that only the token of the private link is wrong.
 */
const BESIDES: Record<string, object> = {
  'booking.getGuestReceipt': { invoiceId: 1 },
  'arrival.tell': { told: null },
  'arrival.press': { press: 'here', at: '2027-05-06T18:00:00.000Z' },
  'arrival.tickByHost': { reservationId: 1, here: true, at: '2027-05-06T18:00:00.000Z' },
  'booking.cancelOwnStay': { refund: 0 },
  'booking.sendCompanionLink': { companion: 1 },
  'booking.changeOptions': { options: [], difference: 0 },
  'privacy.eraseReservation': { confirm: true },
  'booking.updateReservation': {
    nickname: 'Rob',
    phone: '505-555-0142',
    address: '7 Juniper Lane',
    emergencyContactName: 'Sam Doe',
    emergencyContactPhone: '505-555-0143',
    foodAllergies: 'Peanuts',
    medicalConditions: 'None',
    safetyConsent: true,
    photoConsent: false,
  },
}

const shape = (schema: unknown) => (schema instanceof z.ZodObject ? (schema.shape as object) : {})

/**
 * Returns the names of the fields that an API call takes. If one object contains all fields, returns that
 * object's name as `wrap`.
 */
function fieldsOf(endpoint: Endpoint): { wrap: string | null; names: string[] } {
  const fields = shape(endpoint.method === 'GET' || !endpoint.body ? endpoint.query : endpoint.body)
  const [first = ''] = Object.keys(fields)
  const inner = shape((fields as Record<string, unknown>)[first])
  const wrapped = Object.keys(inner).length > 0
  return { wrap: wrapped ? first : null, names: Object.keys(wrapped ? inner : fields) }
}

export function ask(endpoint: Endpoint, token: string): AttackRequest {
  const { wrap, names } = fieldsOf(endpoint)
  const sent = { [names.includes('uuid') ? 'uuid' : 'token']: token, ...BESIDES[endpoint.name] }
  const { method, path } = endpoint
  if (!endpoint.body) return { method, path: `/api/${path}?${new URLSearchParams(sent as never)}` }
  return { method, path: `/api/${path}`, body: wrap === null ? sent : { [wrap]: sent } }
}

export const opensAStay = (endpoint: Endpoint) => fieldsOf(endpoint).names.includes('uuid')
