/**
 * Sends bad input to every public API call. Each call must fail with the correct status and change no row of
 * the database.
 */
import { describe, expect, test } from 'vitest'
import { DETAILS } from '#test/support/booking/guest.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createAttacker, expectRefusal, type AttackRequest } from '../support/security/attacker.ts'
import { stateOf } from '../support/security/database-state.ts'

const EVENT = 71
const FULL = 72
const NOBODY = '00000000-0000-4000-8000-000000000000'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const shoot = await createAttacker(app)
await makeEvent(app.services.db, { id: EVENT })
await makeEvent(app.services.db, { id: FULL, spots: 0, showWaitlist: true })
const before = await stateOf(app.services.db)

const pay = (body: unknown): AttackRequest => ({ method: 'POST', path: '/api/createPaymentIntent', body })
const reserve = (changes: object): AttackRequest => ({
  method: 'POST',
  path: '/api/createReservation',
  body: { createReservationData: { ...DETAILS, eventId: EVENT, amount: 45_000, ...changes } },
})
const wait = (changes: object): AttackRequest => ({
  method: 'POST',
  path: '/api/createWaitlist',
  body: { waitlistData: { customerName: 'Ann', email: 'ann@example.test', eventId: FULL, ...changes } },
})
const unlock = (body: unknown): AttackRequest => ({ method: 'POST', path: '/api/event/unlock', body })
const seen = (body: unknown): AttackRequest => ({ method: 'PUT', path: '/api/viewedDirections', body })
const deep = (open: string, close: string) => open.repeat(20_000) + '1' + close.repeat(20_000)

type Case = [what: string, shot: AttackRequest, status: number, code: string]

const bodies: Case[] = [
  ['no content', pay(''), 400, 'malformed'],
  ['truncated JSON', pay('{"amount":'), 400, 'malformed'],
  ['null', pay('null'), 400, 'invalid'],
  ['an array', pay('[]'), 400, 'invalid'],
  ['a string', pay('"45000"'), 400, 'invalid'],
  ['U+0000', pay('{"amount":45000,"note":"\\u0000"}'), 400, 'malformed'],
  ['U+0000 as a name', pay('{"amount":45000,"\\u0000":1}'), 400, 'malformed'],
  ['half a surrogate pair', pay('{"amount":45000,"note":"\\ud800"}'), 400, 'malformed'],
  ['20,000 nested arrays', pay(deep('[', ']')), 400, 'malformed'],
  ['20,000 unclosed objects', pay(deep('{"a":', '}').slice(0, 100_000)), 400, 'malformed'],
  ['only a prototype', pay('{"__proto__":{"amount":45000}}'), 400, 'invalid'],
  ['too many bytes', pay(`{"amount":45000,"note":"${'x'.repeat(110_000)}"}`), 413, 'too_large'],
  [
    'a form',
    { ...pay('amount=1'), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported_type',
  ],
  [
    'a plain text type',
    { ...pay('{"amount":1}'), headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_type',
  ],
  [
    'a type similar to JSON',
    { ...pay('{}'), headers: { 'content-type': 'application/json-patch+json' } },
    415,
    'unsupported_type',
  ],
]

const amounts: Case[] = [
  ['no value', pay({}), 400, 'invalid'],
  ['zero', pay({ amount: 0 }), 400, 'amount_zero'],
  ['below zero', pay({ amount: -1 }), 400, 'invalid'],
  ['minus zero', pay('{"amount":-0}'), 400, 'amount_zero'],
  ['part of a cent', pay({ amount: 0.5 }), 400, 'invalid'],
  ['a string', pay({ amount: '45000' }), 400, 'invalid'],
  ['true', pay({ amount: true }), 400, 'invalid'],
  ['an array', pay({ amount: [45_000] }), 400, 'invalid'],
  ['more than the limit of a payment', pay({ amount: 100_000_000 }), 400, 'invalid'],
  ['2^53', pay({ amount: 2 ** 53 }), 400, 'invalid'],
  ['infinity', pay('{"amount":1e400}'), 400, 'invalid'],
  ['less than the provider accepts', pay({ amount: 49 }), 400, 'invalid'],
]

const ids: Case[] = [
  ['zero', pay({ amount: 45_000, eventId: 0 }), 400, 'invalid'],
  ['below zero', pay({ amount: 45_000, eventId: -1 }), 400, 'invalid'],
  ['not an integer', pay({ amount: 45_000, eventId: 71.5 }), 400, 'invalid'],
  ['2^31', pay({ amount: 45_000, eventId: 2 ** 31 }), 400, 'invalid'],
  ['2^53', pay({ amount: 45_000, eventId: 2 ** 53 }), 400, 'invalid'],
  ['true', pay({ amount: 45_000, eventId: true }), 400, 'invalid'],
  ['an array of one id', pay({ amount: 45_000, eventId: [EVENT] }), 400, 'invalid'],
  ['hexadecimal', pay({ amount: 45_000, eventId: '0x47' }), 400, 'invalid'],
  ['an SQL statement', pay({ amount: 45_000, eventId: '71 or 1=1' }), 400, 'invalid'],
  ['unknown', pay({ amount: 45_000, eventId: 2 ** 31 - 1 }), 404, 'not_found'],
  ['of an invoice without its link', pay({ amount: 45_000, invoiceId: 1 }), 400, 'invalid'],
  ['missing next to a link', pay({ amount: 45_000, uuid: NOBODY }), 400, 'invalid'],
  [
    'of an invoice with an invalid link',
    pay({ amount: 45_000, invoiceId: 1, uuid: "' or ''='" }),
    400,
    'invalid',
  ],
  [
    'of an invoice with an unknown link',
    pay({ amount: 45_000, invoiceId: 1, uuid: NOBODY }),
    404,
    'not_found',
  ],
]

const people: Case[] = [
  [
    'no wrapper object',
    { ...reserve({}), body: { ...DETAILS, eventId: EVENT, amount: 45_000 } },
    400,
    'invalid',
  ],
  ['no consent', reserve({ safetyConsent: false }), 400, 'invalid'],
  ['consent as a string', reserve({ safetyConsent: 'true' }), 400, 'invalid'],
  ['a name of only spaces', reserve({ customerName: ' \t ' }), 400, 'invalid'],
  ['a name of two lines', reserve({ customerName: 'Ann\r\nBcc: all@example.test' }), 400, 'invalid'],
  ['a name as an object', reserve({ customerName: { toString: 'Ann' } }), 400, 'invalid'],
  ['a long name', reserve({ customerName: 'x'.repeat(201) }), 400, 'invalid'],
  ['an address with a control character', reserve({ address: 'Here\u0007' }), 400, 'invalid'],
  ['two e-mail addresses', reserve({ email: 'a@example.test,b@example.test' }), 400, 'invalid'],
  ['an e-mail address with a name', reserve({ email: 'Ann <a@example.test>' }), 400, 'invalid'],
  [
    'an e-mail address of two lines',
    reserve({ email: 'a@example.test\nBcc: b@example.test' }),
    400,
    'invalid',
  ],
  ['a long e-mail address', reserve({ email: `${'a'.repeat(250)}@example.test` }), 400, 'invalid'],
  ['an e-mail address with a look-alike letter', reserve({ email: '\u0430nn@example.test' }), 400, 'invalid'],
  [
    'an e-mail address with an invisible letter',
    reserve({ email: 'an\u200bn@example.test' }),
    400,
    'invalid',
  ],
  ['an e-mail address with a wide letter', reserve({ email: 'ann\uff20example.test' }), 400, 'invalid'],
  ['an e-mail address with a reversed host', reserve({ email: 'ann@\u202etset.example' }), 400, 'invalid'],
  ['an id of wide digits', reserve({ eventId: '\uff17\uff11' }), 400, 'invalid'],
  ['an id of Arabic digits', reserve({ eventId: '\u0667\u0661' }), 400, 'invalid'],
  ['an invisible name', reserve({ customerName: '\ufeff\u00a0' }), 400, 'invalid'],
  ...['\u200b', '\u2060', '\u00ad', '\u202e', '\u3164', '\u115f', '\ufe0f', '\u034f', '\u2800', '-'].map(
    (customerName): Case => ['a name without a readable character', wait({ customerName }), 400, 'invalid'],
  ),
  ['an invalid attempt', reserve({ attempt: 'guess' }), 400, 'invalid'],
  ['no payment', reserve({}), 400, 'invalid'],
  ['a path as the payment', reserve({ paymentIntent: '../charges/ch_1' }), 409, 'payment_intent_expired'],
  ['a waitlist name of two lines', wait({ customerName: 'Ann\nBcc: b@example.test' }), 400, 'invalid'],
  ['a waitlist entry without an e-mail address', wait({ email: '' }), 400, 'invalid'],
  ['a waitlist entry for an event with free spots', wait({ eventId: EVENT }), 409, 'event_not_full'],
  ['a password as an array', unlock({ eventUrlName: 'x', password: ['Yucca'] }), 400, 'invalid'],
  ['a long password', unlock({ eventUrlName: 'x', password: 'x'.repeat(201) }), 400, 'invalid'],
  ['an attendee as a number', seen({ name: 1 }), 400, 'invalid'],
  ['a long attendee name', seen({ name: 'x'.repeat(101) }), 400, 'invalid'],
]

const post = (path: string, body: unknown): AttackRequest => ({ method: 'POST', path: `/api/${path}`, body })
const links: Case[] = [
  [
    'a lost-link request of two addresses',
    post('lostLink', { email: 'a@example.test, b@example.test' }),
    400,
    'invalid',
  ],
  [
    'a lost-link request of two lines',
    post('lostLink', { email: 'a@example.test\r\nBcc: b@example.test' }),
    400,
    'invalid',
  ],
  ['a lost-link request with an array', post('lostLink', { email: ['a@example.test'] }), 400, 'invalid'],
  ['a cancellation without a refund', post('reservation/cancel', { uuid: NOBODY }), 400, 'invalid'],
  [
    'a cancellation with a negative refund',
    post('reservation/cancel', { uuid: NOBODY, refund: -1 }),
    400,
    'invalid',
  ],
  [
    'a cancellation with an unknown link',
    post('reservation/cancel', { uuid: NOBODY, refund: 0 }),
    404,
    'not_found',
  ],
  ['a deletion without confirmation', post('reservation/erase', { uuid: NOBODY }), 400, 'invalid'],
  [
    'a deletion with confirmation as a string',
    post('reservation/erase', { uuid: NOBODY, confirm: 'true' }),
    400,
    'invalid',
  ],
  ['an array that declines an offer', post('waitlist/offer/decline', { token: [NOBODY] }), 400, 'invalid'],
  [
    'an array that asks for a replacement link',
    post('reservation/replacement', { uuid: [NOBODY] }),
    400,
    'invalid',
  ],
  [
    'an unknown link that asks for a replacement link',
    post('reservation/replacement', { uuid: NOBODY }),
    404,
    'not_found',
  ],
  [
    'an unknown link that offers its spot to the waitlist',
    post('reservation/offerNext', { uuid: NOBODY }),
    404,
    'not_found',
  ],
  ['an offer that is not a UUID', pay({ amount: 45_000, eventId: EVENT, offer: '1' }), 400, 'invalid'],
  ['an unknown offer', pay({ amount: 45_000, eventId: EVENT, offer: NOBODY }), 409, 'offer_over'],
]

const list = '/api/auth/event/list'
const queries: Case[] = [
  ['an unknown value of when', { path: `${list}?when=future` }, 400, 'invalid'],
  ['a limit of 0', { path: `${list}?limit=0` }, 400, 'invalid'],
  ['a limit above the maximum', { path: `${list}?limit=101` }, 400, 'invalid'],
  ['a limit that is not an integer', { path: `${list}?limit=1.5` }, 400, 'invalid'],
  ['an empty limit', { path: `${list}?limit=` }, 400, 'invalid'],
  ['a made-up cursor', { path: `${list}?cursor=past_x_1` }, 400, 'invalid'],
  ['a cursor in the year 0', { path: `${list}?cursor=past_0000-01-01_1` }, 400, 'invalid'],
  ['a cursor on an invalid day', { path: `${list}?cursor=past_2027-02-30_1` }, 400, 'invalid'],
  ['a cursor with a too large id', { path: `${list}?cursor=past_2027-01-01_2147483648` }, 400, 'invalid'],
  ["the other list's cursor", { path: `${list}?when=current&cursor=past_2027-01-01_1` }, 400, 'invalid'],
  ['U+0000', { path: `${list}?when=%00` }, 400, 'malformed'],
  ['no event name', { path: '/api/auth/event/get' }, 400, 'invalid'],
  ['an event name with U+0000', { path: '/api/auth/event/get?eventUrlName=%00' }, 400, 'malformed'],
  ['invalid UTF-8', { path: '/api/auth/event/get?eventUrlName=%ff%fe' }, 404, 'not_found'],
  [
    'an SQL statement as the event name',
    { path: "/api/auth/event/get?eventUrlName=x'%20or%20'1'='1" },
    404,
    'not_found',
  ],
  ['a prototype as the event name', { path: '/api/auth/event/get?eventUrlName=__proto__' }, 404, 'not_found'],
  ['an event name as an array', { path: '/api/auth/event/get?eventUrlName[]=x' }, 400, 'invalid'],
  ['no link', { path: '/api/reservation' }, 400, 'invalid'],
  ['a link twice', { path: `/api/reservation?uuid=${NOBODY}&uuid=${NOBODY}` }, 404, 'not_found'],
  ['a link as an array', { path: `/api/reservation?uuid[]=${NOBODY}` }, 400, 'invalid'],
  ['a link of wide digits', { path: '/api/reservation?uuid=%EF%BC%90' }, 404, 'not_found'],
  ['a long link', { path: `/api/reservation?uuid=${'0'.repeat(101)}` }, 400, 'invalid'],
  ['an SQL statement as the offer', { path: "/api/waitlist/offer?token='%20or%20''='" }, 404, 'not_found'],
  ['a receipt without an invoice', { path: `/api/receipt?uuid=${NOBODY}` }, 400, 'invalid'],
  [
    'an SQL statement as the receipt’s invoice',
    { path: `/api/receipt?uuid=${NOBODY}&invoiceId=1%20or%201=1` },
    400,
    'invalid',
  ],
  ['a number as the link', { path: '/api/reservation?uuid=1' }, 404, 'not_found'],
  ['a link with U+0000', { path: `/api/reservation?uuid=${NOBODY}%00` }, 400, 'malformed'],
]

describe.each([
  ['a body of', bodies],
  ['an amount of', amounts],
  ['an id that is', ids],
  ['a form with', people],
  ['a link call:', links],
  ['a query with', queries],
])('the API', (group, cases) => {
  test.each(cases)(`refuses an API call with bad input (${group} %s)`, async (_what, shot, status, code) => {
    expectRefusal(await shoot(shot), status, code)
  })
})

test('changes no row of the database by any bad input', async () => {
  expect(await stateOf(app.services.db)).toEqual(before)
})
