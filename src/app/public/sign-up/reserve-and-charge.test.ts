import { expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import { newDraft, type SignUpDraft } from './sign-up-draft.ts'
import { resume, signUp, type SignUpRequest, type SignUpTools } from './reserve-and-charge.ts'
import type { CardOutcome } from '#app/guest/payment/card-client.ts'

const UUID = '0190a6f0-0000-7000-8000-000000000001'
const values: SignUpRequest['values'] = {
  firstName: 'Ana',
  lastName: 'Ortiz',
  nickname: null,
  email: 'ana@example.test',
  phone: '+1 505 555 0100',
  address: '1 Mesa Road',
  emergencyContactName: 'Ben Ortiz',
  emergencyContactPhone: '+1 505 555 0101',
  foodAllergies: 'None',
  medicalConditions: 'None',
  otherInformation: null,
  safetyConsent: true,
  photoConsent: false,
}

type Answer = { ok: true; data: unknown } | { ok: false; status: number; code: string; fields?: object }

const next = <T>(list: T[]): T => (list.length > 1 ? list.shift()! : list[0]!)

/** The result that Stripe's script returns, or `throws` if the script throws. */
type Step = CardOutcome | 'throws'
const step = async (outcome: Step) => {
  if (outcome === 'throws') throw new Error('of the script')
  return outcome
}

/**
 * Creates a fake server. `answers` has the replies of each endpoint in order, and the last reply repeats.
 * `card` has the results of Stripe's script in the same way.
 */
function site(answers: Record<string, Answer[]>, card: Step[] = [{ kind: 'succeeded' }]) {
  const calls: { name: string; body: unknown }[] = []
  const kept: SignUpDraft[] = []
  const call: Call = (endpoint, ...input) => {
    calls.push({ name: endpoint.name, body: (input[0] as { body?: unknown } | undefined)?.body })
    const answer = next(answers[endpoint.name] ?? [refused('unavailable', 0)])
    return Promise.resolve(answer.ok ? answer : { message: answer.code, fields: {}, ...answer }) as never
  }
  let attempts = 0
  const tools: SignUpTools = {
    call,
    cardClient: { confirm: () => step(next(card)), retrieve: () => step(next(card)) },
    newAttempt: () => `attempt-number-${++attempts}`,
    saveDraft: (draft) => kept.push(draft),
  }
  return { tools, calls, kept }
}

const intent = (name: string): Answer => ({
  ok: true,
  data: { paymentIntent: name, clientSecret: `${name}_secret` },
})
const confirmed: Answer = { ok: true, data: { reservationId: 1, uuid: UUID, holdExpiresAt: null } }
const reserved: Answer = {
  ok: true,
  data: { reservationId: 1, uuid: UUID, holdExpiresAt: '2027-01-01T00:15:00Z' },
}
const refused = (code: string, status = 409): Answer => ({ ok: false, status, code })
const request = (draft = newDraft('attempt-number-0')): SignUpRequest => ({
  eventId: 7,
  dueNow: 45_000,
  keepCard: false,
  wallets: false,
  values,
  draft,
})

test('reserves the spot before it charges the card, and succeeds only after the charge (R1.5)', async () => {
  const { tools, calls, kept } = site({
    'booking.createPaymentIntent': [intent('pi_1')],
    'booking.createReservation': [reserved],
  })
  expect(await signUp(tools, request())).toEqual({ kind: 'succeeded', uuid: UUID })
  expect(calls.map(({ name }) => name)).toEqual(['booking.createPaymentIntent', 'booking.createReservation'])
  expect(calls[1]!.body).toMatchObject({
    createReservationData: { amount: 45_000, paymentIntent: 'pi_1', customerName: 'Ana Ortiz' },
  })
  expect(kept.at(-1)).toMatchObject({ uuid: UUID, intent: { paymentIntent: 'pi_1' } })
})

test('signs up a party with one payment, reuses it after a decline, and opens a new one if a guest is added (R39.1)', async () => {
  const { tools, calls, kept } = site(
    {
      'booking.createPaymentIntent': [intent('pi_1'), intent('pi_2')],
      'booking.createReservation': [reserved],
    },
    [{ kind: 'declined', message: 'No.' }, { kind: 'declined', message: 'No.' }, { kind: 'succeeded' }],
  )
  const ben = { customerName: 'Ben Ortiz', email: '', options: [3] }
  const couple = { ...newDraft('attempt-number-0'), options: [2], companions: [ben] }
  await signUp(tools, { ...request(couple), dueNow: 90_000 })
  await signUp(tools, { ...request(kept.at(-1)), dueNow: 90_000 })
  const cleo = { customerName: 'Cleo', email: 'cleo@example.test', options: [] }
  const three = { ...kept.at(-1)!, companions: [ben, cleo] }
  expect(await signUp(tools, { ...request(three), dueNow: 135_000 })).toMatchObject({ kind: 'succeeded' })
  expect(calls.map(({ name }) => name.split('.')[1])).toEqual([
    'createPaymentIntent',
    'createReservation',
    'createReservation',
    'createPaymentIntent',
    'createReservation',
  ])
  expect(calls[0]!.body).toMatchObject({ amount: 90_000, companions: 1, options: [[2], [3]] })
  expect(calls[0]!.body).not.toHaveProperty('attempt')
  expect(calls[3]!.body).toMatchObject({
    amount: 135_000,
    companions: 2,
    options: [[2], [3], []],
    // By the attempt key the server finds the spots that this party already holds, and does not count them as
    // taken.
    attempt: 'attempt-number-0',
  })
  expect(calls[4]!.body).toMatchObject({
    createReservationData: {
      amount: 135_000,
      attempt: 'attempt-number-0',
      paymentIntent: 'pi_2',
      options: [2],
      companions: [ben, cleo],
    },
  })
})

const OPENED = {
  paymentIntent: 'pi_1',
  clientSecret: 'pi_1_secret',
  amount: 45_000,
  code: null,
  keepCard: false,
  wallets: false,
}
const OPEN_CODE = { code: 'FAIR', kind: 'open', value: 10_000, suggestion: 25_000, pays: 30_000 } as const

test('sends the discount code, and opens a new payment if the code or consent to save the card changes (R41, R42)', async () => {
  const { tools, calls, kept } = site(
    { 'booking.createPaymentIntent': [intent('pi_1')], 'booking.createReservation': [reserved] },
    [{ kind: 'declined', message: 'No.' }],
  )
  const asked = () => calls.flatMap(({ name, body }) => (name.endsWith('Intent') ? [body] : []))
  const tryWith = (draft: SignUpDraft, keepCard: boolean) => signUp(tools, { ...request(draft), keepCard })
  const coded = { ...newDraft('attempt-number-0'), code: OPEN_CODE }
  await tryWith(coded, true)
  await tryWith(kept.at(-1)!, true)
  expect(asked()).toMatchObject([{ code: 'FAIR', pays: 30_000, keepCard: true }])
  expect(calls[1]!.body).toMatchObject({ createReservationData: { code: 'FAIR', pays: 30_000 } })
  await tryWith(kept.at(-1)!, false)
  await tryWith({ ...kept.at(-1)!, code: null }, false)
  expect(asked().map((body) => Object.keys(body as object))).toEqual([
    expect.arrayContaining(['code', 'pays', 'keepCard']),
    expect.arrayContaining(['code', 'pays']),
    ['amount', 'eventId', 'attempt'],
  ])
})

test('opens a new payment if the open one is from before the site offered wallets, so that wallets can pay (R43.3)', async () => {
  const { tools, calls, kept } = site({
    'booking.createPaymentIntent': [intent('pi_2')],
    'booking.createReservation': [reserved],
  })
  const before = { ...newDraft('attempt-number-0'), intent: OPENED }
  await signUp(tools, { ...request(before), wallets: true })
  expect(calls.map(({ name }) => name)).toEqual(['booking.createPaymentIntent', 'booking.createReservation'])
  expect(kept.at(-1)).toMatchObject({ intent: { paymentIntent: 'pi_2', wallets: true } })
})

test.each(['code_unknown', 'code_used_up'])(
  'names the discount code that the server refused with "%s"',
  async (code) => {
    const { tools } = site({ 'booking.createPaymentIntent': [refused(code)] })
    const coded = { ...newDraft('attempt-number-0'), code: OPEN_CODE }
    expect(await signUp(tools, request(coded))).toEqual({ kind: 'code_refused', code: 'FAIR', message: code })
  },
)

test("shows the server's message if the guest wants to save the card but the site no longer saves cards", async () => {
  const message = 'No card is kept.'
  const invalid = { ...refused('invalid', 422), fields: { keepCard: message } }
  const { tools } = site({ 'booking.createPaymentIntent': [invalid] })
  expect(await signUp(tools, { ...request(), keepCard: true })).toEqual({ kind: 'refused', message })
})

test('drops an open payment if the event has become free', async () => {
  const { tools, calls, kept } = site({ 'booking.createReservation': [confirmed] })
  const opened = { ...OPENED, amount: 45_000 }
  const draft = { ...newDraft('attempt-number-0'), intent: opened }
  expect(await signUp(tools, { ...request(draft), dueNow: 0 })).toEqual({ kind: 'succeeded', uuid: UUID })
  expect(calls[0]!.body).toMatchObject({ createReservationData: { amount: 0, paymentIntent: null } })
  expect(kept.at(-1)).toMatchObject({ uuid: UUID, intent: null })
})

test('uses the same payment and the same attempt key again after a decline', async () => {
  const { tools, calls, kept } = site(
    { 'booking.createPaymentIntent': [intent('pi_1')], 'booking.createReservation': [reserved] },
    [{ kind: 'declined', message: 'Your card was declined.' }, { kind: 'succeeded' }],
  )
  expect(await signUp(tools, request())).toEqual({ kind: 'declined', message: 'Your card was declined.' })
  expect(await signUp(tools, request(kept.at(-1)))).toEqual({ kind: 'succeeded', uuid: UUID })
  const sent = calls.filter(({ name }) => name === 'booking.createReservation')
  expect(sent).toHaveLength(2)
  expect(sent[0]!.body).toEqual(sent[1]!.body)
  expect(calls.filter(({ name }) => name === 'booking.createPaymentIntent')).toHaveLength(1)
})

test('opens a new payment with a new attempt key if the server says that the payment has expired', async () => {
  const { tools, calls } = site({
    'booking.createPaymentIntent': [intent('pi_1'), intent('pi_2')],
    'booking.createReservation': [refused('payment_intent_expired'), reserved],
  })
  expect(await signUp(tools, request())).toEqual({ kind: 'succeeded', uuid: UUID })
  expect(calls.at(-1)!.body).toMatchObject({
    createReservationData: { paymentIntent: 'pi_2', attempt: 'attempt-number-1' },
  })
})

test('opens a new payment if Stripe has canceled the payment, and keeps the attempt key and the held spot', async () => {
  const { tools, calls } = site(
    {
      'booking.createPaymentIntent': [intent('pi_1'), intent('pi_2')],
      'booking.createReservation': [reserved],
    },
    [{ kind: 'gone' }, { kind: 'succeeded' }],
  )
  expect(await signUp(tools, request())).toEqual({ kind: 'succeeded', uuid: UUID })
  expect(calls.at(-1)!.body).toMatchObject({
    createReservationData: { paymentIntent: 'pi_2', attempt: 'attempt-number-0' },
  })
})

test('says that there were too many attempts if the server limits new payments, and keeps the attempt key', async () => {
  const { tools, kept } = site(
    {
      'booking.createPaymentIntent': [intent('pi_1'), refused('rate_limited')],
      'booking.createReservation': [reserved],
    },
    [{ kind: 'gone' }],
  )
  expect(await signUp(tools, request())).toEqual({ kind: 'refused', message: 'rate_limited' })
  expect(kept.at(-1)).toMatchObject({ uuid: UUID, intent: null, attempt: 'attempt-number-0' })
})

test('ends with the result "unexpected" if the payment expires, and the new payment after it too', async () => {
  const { tools } = site(
    { 'booking.createPaymentIntent': [intent('pi_1')], 'booking.createReservation': [reserved] },
    [{ kind: 'gone' }],
  )
  expect(await signUp(tools, request())).toEqual({ kind: 'unexpected' })
})

test('returns "unexpected" and not success if the result of a charge is unclear', async () => {
  const { tools } = site(
    { 'booking.createPaymentIntent': [intent('pi_1')], 'booking.createReservation': [reserved] },
    [{ kind: 'unexpected' }],
  )
  expect(await signUp(tools, request())).toEqual({ kind: 'unexpected' })
})

test.each([
  ['event_full', { kind: 'event_full', message: 'event_full' }],
  ['event_started', { kind: 'event_started' }],
  ['event_cancelled', { kind: 'event_cancelled' }],
  ['amount_mismatch', { kind: 'amount_changed' }],
  ['unavailable', { kind: 'unreachable' }],
  ['rate_limited', { kind: 'refused', message: 'rate_limited' }],
])('charges nothing if the server refuses the reservation with %s', async (code, outcome) => {
  const { tools } = site({
    'booking.createPaymentIntent': [intent('pi_1')],
    'booking.createReservation': [refused(code)],
  })
  expect(await signUp(tools, request())).toEqual(outcome)
})

test('signs up for a free event without a payment', async () => {
  const { tools, calls } = site({ 'booking.createReservation': [confirmed] })
  expect(await signUp({ ...tools, cardClient: null }, { ...request(), dueNow: 0 })).toEqual({
    kind: 'succeeded',
    uuid: UUID,
  })
  expect(calls).toHaveLength(1)
})

test('does not charge the card if the reservation is already confirmed, because an earlier attempt has paid', async () => {
  const { tools } = site(
    { 'booking.createPaymentIntent': [intent('pi_2')], 'booking.createReservation': [confirmed] },
    [{ kind: 'unexpected' }],
  )
  expect(await signUp(tools, request())).toEqual({ kind: 'succeeded', uuid: UUID })
})

const paying: SignUpDraft = {
  ...newDraft('attempt-number-0'),
  uuid: UUID,
  intent: OPENED,
}
const found = (status: string): Record<string, Answer[]> => ({
  'booking.getReservation': [{ ok: true, data: { status } }],
})

test("succeeds after a reload if the site's server or Stripe says that the reservation is paid", async () => {
  const confirmed = site(found('confirmed'))
  expect(await resume(confirmed.tools, paying)).toEqual({ kind: 'succeeded', uuid: UUID })
  const pending = site(found('pending'), [{ kind: 'succeeded' }])
  expect(await resume(pending.tools, paying)).toEqual({ kind: 'succeeded', uuid: UUID })
})

test('continues with an unpaid hold after a reload, or starts over with all typed details if the hold has ended', async () => {
  const open = site(found('pending'), [{ kind: 'open' }])
  expect(await resume(open.tools, paying)).toEqual({ kind: 'go_on', draft: paying })
  const ended = await resume(site(found('expired')).tools, paying)
  expect(ended).toMatchObject({
    kind: 'hold_ended',
    refunded: false,
    draft: { uuid: null, intent: null, attempt: 'attempt-number-1', values: paying.values },
  })
})

test('keeps the whole draft of a sign-up after a reload if the server does not answer', async () => {
  const { tools } = site({ 'booking.getReservation': [refused('unavailable', 0)] })
  expect(await resume(tools, paying)).toEqual({ kind: 'go_on', draft: paying })
})

const unclear: [string, Step][] = [
  ['a script that throws', 'throws'],
  ['a lost connection', { kind: 'unreachable' }],
  ['an unexpected outcome', { kind: 'unexpected' }],
]
test.each(unclear)(
  "asks Stripe and the site's server whether a sign-up was paid after %s",
  async (_, outcome) => {
    const opened = {
      'booking.createPaymentIntent': [intent('pi_1')],
      'booking.createReservation': [reserved],
    }
    const atProvider = site(opened, [outcome, { kind: 'succeeded' }])
    expect(await signUp(atProvider.tools, request())).toEqual({ kind: 'succeeded', uuid: UUID })
    const here = site({ ...opened, ...found('confirmed') }, [outcome, 'throws'])
    expect(await signUp(here.tools, request())).toEqual({ kind: 'succeeded', uuid: UUID })
    // Neither Stripe nor the site's server knows the result. So the form says that the result is unknown, and
    // the draft keeps the same reservation.
    const nowhere = site({ ...opened, ...found('pending') }, [outcome, 'throws'])
    expect(['unexpected', 'unreachable']).toContain((await signUp(nowhere.tools, request())).kind)
    expect(nowhere.kept.at(-1)).toMatchObject({ uuid: UUID, attempt: 'attempt-number-0' })
  },
)

test("keeps the draft of a sign-up after a reload if Stripe's script throws", async () => {
  const { tools } = site(found('pending'), ['throws'])
  expect(await resume(tools, paying)).toEqual({ kind: 'go_on', draft: paying })
})
