/**
 * Sends bad input to every public call. Each must return a failure with the right status and change no row.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DETAILS } from '#features/booking/testing/guest.ts'
import { buildTestApp, type TestApp } from '#testing/app.ts'
import { makeEvent } from '#testing/factories.ts'
import { createAttacker, expectRefusal, type Shoot, type Shot } from './testing/attacker.ts'
import { stateOf } from './testing/database-state.ts'

let app: TestApp
let shoot: Shoot
let before: Record<string, string>
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2027-05-06T18:00:00Z') })
  shoot = await createAttacker(app)
  await makeEvent(app.services.db, { id: EVENT })
  await makeEvent(app.services.db, { id: FULL, spots: 0, showWaitlist: true })
  before = await stateOf(app.services.db)
})
afterAll(() => app.close())

const EVENT = 71
const FULL = 72
const NOBODY = '00000000-0000-4000-8000-000000000000'

const pay = (body: unknown): Shot => ({ method: 'POST', path: '/api/createPaymentIntent', body })
const reserve = (changes: object): Shot => ({
  method: 'POST',
  path: '/api/createReservation',
  body: { createReservationData: { ...DETAILS, eventId: EVENT, amount: 45_000, ...changes } },
})
const wait = (changes: object): Shot => ({
  method: 'POST',
  path: '/api/createWaitlist',
  body: { waitlistData: { customerName: 'Ann', email: 'ann@example.test', eventId: FULL, ...changes } },
})
const unlock = (body: unknown): Shot => ({ method: 'POST', path: '/api/event/unlock', body })
const seen = (body: unknown): Shot => ({ method: 'PUT', path: '/api/viewedDirections', body })
const deep = (open: string, close: string) => open.repeat(20_000) + '1' + close.repeat(20_000)

type Case = [what: string, shot: Shot, status: number, code: string]

const bodies: Case[] = [
  ['nothing', pay(''), 400, 'malformed'],
  ['half a JSON', pay('{"amount":'), 400, 'malformed'],
  ['null', pay('null'), 400, 'invalid'],
  ['a list', pay('[]'), 400, 'invalid'],
  ['a text', pay('"45000"'), 400, 'invalid'],
  ['U+0000', pay('{"amount":45000,"note":"\\u0000"}'), 400, 'malformed'],
  ['U+0000 as a name', pay('{"amount":45000,"\\u0000":1}'), 400, 'malformed'],
  ['half a surrogate pair', pay('{"amount":45000,"note":"\\ud800"}'), 400, 'malformed'],
  ['a thousand lists in lists', pay(deep('[', ']')), 400, 'malformed'],
  ['objects without end', pay(deep('{"a":', '}').slice(0, 100_000)), 400, 'malformed'],
  ['only a prototype', pay('{"__proto__":{"amount":45000}}'), 400, 'invalid'],
  ['too much', pay(`{"amount":45000,"note":"${'x'.repeat(110_000)}"}`), 413, 'too_large'],
  [
    'a form',
    { ...pay('amount=1'), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported_type',
  ],
  [
    'a text type',
    { ...pay('{"amount":1}'), headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_type',
  ],
  [
    'a relative of JSON',
    { ...pay('{}'), headers: { 'content-type': 'application/json-patch+json' } },
    415,
    'unsupported_type',
  ],
]

const amounts: Case[] = [
  ['none', pay({}), 400, 'invalid'],
  ['zero', pay({ amount: 0 }), 400, 'amount_zero'],
  ['below zero', pay({ amount: -1 }), 400, 'invalid'],
  ['minus zero', pay('{"amount":-0}'), 400, 'amount_zero'],
  ['part of a cent', pay({ amount: 0.5 }), 400, 'invalid'],
  ['a text', pay({ amount: '45000' }), 400, 'invalid'],
  ['true', pay({ amount: true }), 400, 'invalid'],
  ['a list', pay({ amount: [45_000] }), 400, 'invalid'],
  ['more than a payment can be', pay({ amount: 100_000_000 }), 400, 'invalid'],
  ['2^53', pay({ amount: 2 ** 53 }), 400, 'invalid'],
  ['infinite', pay('{"amount":1e400}'), 400, 'invalid'],
  ['less than the provider takes', pay({ amount: 49 }), 400, 'invalid'],
]

const ids: Case[] = [
  ['zero', pay({ amount: 45_000, eventId: 0 }), 400, 'invalid'],
  ['below zero', pay({ amount: 45_000, eventId: -1 }), 400, 'invalid'],
  ['a part', pay({ amount: 45_000, eventId: 71.5 }), 400, 'invalid'],
  ['2^31', pay({ amount: 45_000, eventId: 2 ** 31 }), 400, 'invalid'],
  ['2^53', pay({ amount: 45_000, eventId: 2 ** 53 }), 400, 'invalid'],
  ['true', pay({ amount: 45_000, eventId: true }), 400, 'invalid'],
  ['a list of one', pay({ amount: 45_000, eventId: [EVENT] }), 400, 'invalid'],
  ['hexadecimal', pay({ amount: 45_000, eventId: '0x47' }), 400, 'invalid'],
  ['a statement', pay({ amount: 45_000, eventId: '71 or 1=1' }), 400, 'invalid'],
  ['unknown', pay({ amount: 45_000, eventId: 2 ** 31 - 1 }), 404, 'not_found'],
  ['an invoice without its link', pay({ amount: 45_000, invoiceId: 1 }), 400, 'invalid'],
  ['a link without its invoice', pay({ amount: 45_000, uuid: NOBODY }), 400, 'invalid'],
  ['a link that is none', pay({ amount: 45_000, invoiceId: 1, uuid: "' or ''='" }), 400, 'invalid'],
  ['an unknown link', pay({ amount: 45_000, invoiceId: 1, uuid: NOBODY }), 404, 'not_found'],
]

const people: Case[] = [
  ['no wrapping', { ...reserve({}), body: { ...DETAILS, eventId: EVENT, amount: 45_000 } }, 400, 'invalid'],
  ['no consent', reserve({ safetyConsent: false }), 400, 'invalid'],
  ['consent as a text', reserve({ safetyConsent: 'true' }), 400, 'invalid'],
  ['only spaces', reserve({ customerName: ' \t ' }), 400, 'invalid'],
  ['a name of two lines', reserve({ customerName: 'Ann\r\nBcc: all@example.test' }), 400, 'invalid'],
  ['a name as an object', reserve({ customerName: { toString: 'Ann' } }), 400, 'invalid'],
  ['a long name', reserve({ customerName: 'x'.repeat(201) }), 400, 'invalid'],
  ['control characters', reserve({ address: 'Here\u0007' }), 400, 'invalid'],
  ['two addresses', reserve({ email: 'a@example.test,b@example.test' }), 400, 'invalid'],
  ['an address with a name', reserve({ email: 'Ann <a@example.test>' }), 400, 'invalid'],
  ['an address of two lines', reserve({ email: 'a@example.test\nBcc: b@example.test' }), 400, 'invalid'],
  ['a long address', reserve({ email: `${'a'.repeat(250)}@example.test` }), 400, 'invalid'],
  ['an address of look-alike letters', reserve({ email: '\u0430nn@example.test' }), 400, 'invalid'],
  ['an address with a letter that is not seen', reserve({ email: 'an\u200bn@example.test' }), 400, 'invalid'],
  ['an address of wide letters', reserve({ email: 'ann\uff20example.test' }), 400, 'invalid'],
  ['an address whose host turns round', reserve({ email: 'ann@\u202etset.example' }), 400, 'invalid'],
  ['an id of wide digits', reserve({ eventId: '\uff17\uff11' }), 400, 'invalid'],
  ['an id of Arabic digits', reserve({ eventId: '\u0667\u0661' }), 400, 'invalid'],
  ['a name that is only not seen', reserve({ customerName: '\ufeff\u00a0' }), 400, 'invalid'],
  ...['\u200b', '\u2060', '\u00ad', '\u202e', '\u3164', '\u115f', '\ufe0f', '\u034f', '\u2800', '-'].map(
    (customerName): Case => ['a name of nothing to read', wait({ customerName }), 400, 'invalid'],
  ),
  ['a short attempt', reserve({ attempt: 'guess' }), 400, 'invalid'],
  ['no payment', reserve({}), 400, 'invalid'],
  ['a path for a payment', reserve({ paymentIntent: '../charges/ch_1' }), 409, 'payment_intent_expired'],
  ['waiting with two lines', wait({ customerName: 'Ann\nBcc: b@example.test' }), 400, 'invalid'],
  ['waiting without an address', wait({ email: '' }), 400, 'invalid'],
  ['waiting where there is room', wait({ eventId: EVENT }), 409, 'event_not_full'],
  ['a password as a list', unlock({ eventUrlName: 'x', password: ['Yucca'] }), 400, 'invalid'],
  ['a long password', unlock({ eventUrlName: 'x', password: 'x'.repeat(201) }), 400, 'invalid'],
  ['an attendee as a number', seen({ name: 1 }), 400, 'invalid'],
  ['a long attendee', seen({ name: 'x'.repeat(101) }), 400, 'invalid'],
]

const post = (path: string, body: unknown): Shot => ({ method: 'POST', path: `/api/${path}`, body })
const links: Case[] = [
  [
    'a lost link of two addresses',
    post('lostLink', { email: 'a@example.test, b@example.test' }),
    400,
    'invalid',
  ],
  [
    'a lost link of two lines',
    post('lostLink', { email: 'a@example.test\r\nBcc: b@example.test' }),
    400,
    'invalid',
  ],
  ['a lost link of a list', post('lostLink', { email: ['a@example.test'] }), 400, 'invalid'],
  ['a cancellation without a sum', post('reservation/cancel', { uuid: NOBODY }), 400, 'invalid'],
  ['a cancellation below zero', post('reservation/cancel', { uuid: NOBODY, refund: -1 }), 400, 'invalid'],
  ['a cancellation of nobody', post('reservation/cancel', { uuid: NOBODY, refund: 0 }), 404, 'not_found'],
  ['deletion without a yes', post('reservation/erase', { uuid: NOBODY }), 400, 'invalid'],
  ['deletion with half a yes', post('reservation/erase', { uuid: NOBODY, confirm: 'true' }), 400, 'invalid'],
  ['an offer declined by a list', post('waitlist/offer/decline', { token: [NOBODY] }), 400, 'invalid'],
  ['a spot passed on by a list', post('reservation/replacement', { uuid: [NOBODY] }), 400, 'invalid'],
  ['a spot passed on by nobody', post('reservation/replacement', { uuid: NOBODY }), 404, 'not_found'],
  ['a spot offered on by nobody', post('reservation/offerNext', { uuid: NOBODY }), 404, 'not_found'],
  ['an offer that is no uuid', pay({ amount: 45_000, eventId: EVENT, offer: '1' }), 400, 'invalid'],
  ['an offer that is not there', pay({ amount: 45_000, eventId: EVENT, offer: NOBODY }), 409, 'offer_over'],
]

const list = '/api/auth/event/list'
const queries: Case[] = [
  ['another time', { path: `${list}?when=future` }, 400, 'invalid'],
  ['no events at all', { path: `${list}?limit=0` }, 400, 'invalid'],
  ['too many', { path: `${list}?limit=101` }, 400, 'invalid'],
  ['a part of one', { path: `${list}?limit=1.5` }, 400, 'invalid'],
  ['an empty limit', { path: `${list}?limit=` }, 400, 'invalid'],
  ['a made-up cursor', { path: `${list}?cursor=past_x_1` }, 400, 'invalid'],
  ['a cursor in the year 0', { path: `${list}?cursor=past_0000-01-01_1` }, 400, 'invalid'],
  ['a cursor on no day', { path: `${list}?cursor=past_2027-02-30_1` }, 400, 'invalid'],
  ['a cursor beyond all ids', { path: `${list}?cursor=past_2027-01-01_2147483648` }, 400, 'invalid'],
  ["the other list's cursor", { path: `${list}?when=current&cursor=past_2027-01-01_1` }, 400, 'invalid'],
  ['U+0000', { path: `${list}?when=%00` }, 400, 'malformed'],
  ['no name', { path: '/api/auth/event/get' }, 400, 'invalid'],
  ['a name with U+0000', { path: '/api/auth/event/get?eventUrlName=%00' }, 400, 'malformed'],
  ['broken UTF-8', { path: '/api/auth/event/get?eventUrlName=%ff%fe' }, 404, 'not_found'],
  ['a statement', { path: "/api/auth/event/get?eventUrlName=x'%20or%20'1'='1" }, 404, 'not_found'],
  ['a prototype', { path: '/api/auth/event/get?eventUrlName=__proto__' }, 404, 'not_found'],
  ['a name as a list', { path: '/api/auth/event/get?eventUrlName[]=x' }, 400, 'invalid'],
  ['no link', { path: '/api/reservation' }, 400, 'invalid'],
  ['a link twice', { path: `/api/reservation?uuid=${NOBODY}&uuid=${NOBODY}` }, 404, 'not_found'],
  ['a link as a list', { path: `/api/reservation?uuid[]=${NOBODY}` }, 400, 'invalid'],
  ['a link of wide letters', { path: '/api/reservation?uuid=%EF%BC%90' }, 404, 'not_found'],
  ['a long link', { path: `/api/reservation?uuid=${'0'.repeat(101)}` }, 400, 'invalid'],
  ['an offer that is a statement', { path: "/api/waitlist/offer?token='%20or%20''='" }, 404, 'not_found'],
  ['a receipt of no invoice', { path: `/api/receipt?uuid=${NOBODY}` }, 400, 'invalid'],
  [
    'a receipt of a statement',
    { path: `/api/receipt?uuid=${NOBODY}&invoiceId=1%20or%201=1` },
    400,
    'invalid',
  ],
  ['a number for a link', { path: '/api/reservation?uuid=1' }, 404, 'not_found'],
  ['a link with U+0000', { path: `/api/reservation?uuid=${NOBODY}%00` }, 400, 'malformed'],
]

describe.each([
  ['a body of', bodies],
  ['an amount of', amounts],
  ['an id that is', ids],
  ['a form with', people],
  ['a link call with', links],
  ['a query with', queries],
])('%s', (group, cases) => {
  test.each(cases)(`refuses ${group} %s`, async (_what, shot, status, code) => {
    expectRefusal(await shoot(shot), status, code)
  })
})

test('changes no row by any bad input', async () => {
  expect(await stateOf(app.services.db)).toEqual(before)
})
