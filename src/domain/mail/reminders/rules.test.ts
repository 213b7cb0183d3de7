import { describe, expect, test } from 'vitest'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { isOpen, nextOpening } from '#shared/email-hours.ts'
import {
  causeKey,
  dueMails,
  openBases,
  overdueInvoice,
  readCause,
  REMINDER_TYPES,
  stageOn,
  stillDue,
  type ReservationToRemind,
  subjectsOf,
} from './rules.ts'
import {
  byHand,
  hours,
  invoiceOf,
  inWords,
  mailOf,
  play,
  stayOf,
} from '#test/support/mail/simulate-reminders.ts'

const DUE = '2027-06-15'
const START = '2027-07-01'
const owing = (changes: Partial<ReservationToRemind> = {}) =>
  stayOf({ invoices: [invoiceOf(DUE)], ...changes })
const sentTo = (stay: ReservationToRemind, from = '2027-06-01', to = '2027-07-10') =>
  play(stay, hours(from, to)).map(inWords)

describe('reminders that are sent on time', () => {
  test('ask for the payment of an invoice 7 and 3 days before its due day, on that day, and 3 days after', () => {
    expect(sentTo(owing({ start: '2027-09-01' }))).toEqual([
      'invoice-remind -7 on 2027-06-08',
      'invoice-remind -3 on 2027-06-12',
      'invoice-remind 0 on 2027-06-15',
      'invoice-remind 3 on 2027-06-18',
    ])
  })

  test('ask for missing details 14 days before the start, and again in the welcome 7 days before', () => {
    expect(sentTo(stayOf({ detailsMissing: true }))).toEqual([
      'info-remind -14 on 2027-06-17',
      'welcome-info -7 on 2027-06-24',
    ])
  })

  test('are only the welcome for a guest with complete details', () => {
    expect(sentTo(stayOf())).toEqual(['welcome-info -7 on 2027-06-24'])
  })

  test('are not sent before 8:00 or from 21:00 on', () => {
    const day = addDays(DUE, -7)
    const times = [0, 5, 7].map((hour) => ranchInstant(day, hour))
    expect(play(owing(), [...times, ranchInstant(day, 21), ranchInstant(day, 23)])).toEqual([])
    expect(play(owing(), [ranchInstant(day, 8)])).toHaveLength(1)
    expect(play(owing(), [new Date(ranchInstant(day, 21).getTime() - 1)])).toHaveLength(1)
  })

  test('stop once the guest has paid the invoice or filled in the details', () => {
    const paid = play(owing(), hours('2027-06-01', '2027-06-20'), (stay, at) =>
      ranchDay(at) > '2027-06-09' ? { ...stay, invoices: [] } : stay,
    )
    expect(paid.map(inWords)).toEqual(['invoice-remind -7 on 2027-06-08'])
    const complete = play(stayOf({ detailsMissing: true }), hours('2027-06-01', START), (stay, at) =>
      ranchDay(at) > '2027-06-09' ? { ...stay, detailsMissing: false } : stay,
    )
    expect(complete.map(inWords)).toEqual(['welcome-info -7 on 2027-06-24'])
  })
})

describe('reminders that were missed because the site was down', () => {
  test.each([
    ['a day', '2027-06-09', 'invoice-remind -7 on 2027-06-09'],
    ['three days', '2027-06-11', 'invoice-remind -7 on 2027-06-11'],
    ['until the next one', '2027-06-12', 'invoice-remind -3 on 2027-06-12'],
    ['the due day', '2027-06-17', 'invoice-remind 0 on 2027-06-17'],
    ['almost a week', '2027-06-21', 'invoice-remind 3 on 2027-06-21'],
  ])('are still sent after the site was down for %s', (_, day, first) => {
    const sent = play(owing({ start: '2027-09-01' }), hours(day, '2027-07-10')).map(inWords)
    expect(sent[0]).toBe(first)
    expect(new Set(sent).size).toBe(sent.length)
  })

  test('are never sent on the same day as the next reminder', () => {
    for (let late = 0; late < 14; late += 1) {
      const sent = play(owing({ start: '2027-09-01' }), hours(addDays('2027-06-08', late), '2027-06-23', 4))
      const days = sent.map(({ at }) => ranchDay(at))
      expect(new Set(days).size).toBe(days.length)
    }
  })

  test('are not sent from a week after the due day, or once the stay has started', () => {
    expect(sentTo(owing({ start: '2027-09-01' }), '2027-06-22')).toEqual([])
    expect(sentTo(stayOf({ detailsMissing: true }), START)).toEqual([])
    expect(sentTo(stayOf({ detailsMissing: true }), '2027-06-30', START)).toEqual([
      'welcome-info -7 on 2027-06-30',
    ])
  })
})

describe('guests who sign up late', () => {
  test('get only the welcome, and no reminder whose day had already passed', () => {
    const late = stayOf({ madeOn: '2027-06-26', detailsMissing: true })
    expect(sentTo(late, '2027-06-26')).toEqual(['welcome-info -7 on 2027-06-26'])
    expect(sentTo(stayOf({ madeOn: '2027-06-17', detailsMissing: true }), '2027-06-17')).toEqual([
      'welcome-info -7 on 2027-06-24',
    ])
  })

  test('get no reminder of an invoice on the day of the sign-up or on the day after', () => {
    const invoices = [invoiceOf(DUE, { madeOn: DUE })]
    expect(sentTo(owing({ invoices, start: '2027-09-01' }), DUE)).toEqual(['invoice-remind 3 on 2027-06-18'])
  })
})

describe('e-mails that an admin sends to a guest', () => {
  test('count as the automatic reminder of that day, or as a missed one', () => {
    const mails = [byHand('invoice-remind', '2027-06-08', { invoiceId: 17 })]
    expect(sentTo(owing({ mails, start: '2027-09-01' }), '2027-06-08', '2027-06-13')).toEqual([
      'invoice-remind -3 on 2027-06-12',
    ])
    const welcome = [byHand('welcome-info', '2027-06-24')]
    expect(sentTo(stayOf({ mails: welcome, detailsMissing: true }), '2027-06-24')).toEqual([])
  })

  test("do not count as a reminder if the admin sent them long before the reminder's day", () => {
    const mails = [byHand('welcome-info', '2027-05-02')]
    expect(sentTo(stayOf({ mails }))).toEqual(['welcome-info -7 on 2027-06-24'])
  })
})

describe('a guest who could get two reminders of the same type on one day', () => {
  test('gets the reminder of the second invoice a day later if two invoices are due on the same day', () => {
    const invoices = [invoiceOf(DUE), invoiceOf(DUE, { id: 18 })]
    const sent = play(stayOf({ invoices, start: '2027-09-01' }), hours('2027-06-01', '2027-07-01'))
    expect(sent.map((mail) => `${mail.cause.target}: ${inWords(mail)}`)).toEqual([
      '17: invoice-remind -7 on 2027-06-08',
      '18: invoice-remind -7 on 2027-06-09',
      '17: invoice-remind -3 on 2027-06-12',
      '18: invoice-remind -3 on 2027-06-13',
      '17: invoice-remind 0 on 2027-06-15',
      '18: invoice-remind 0 on 2027-06-16',
      '17: invoice-remind 3 on 2027-06-18',
      '18: invoice-remind 3 on 2027-06-19',
    ])
  })

  test('waits a day for the second reminder if the first, enqueued earlier, was sent only today', () => {
    const cause = { type: 'invoice-remind', target: 17, base: DUE, days: -7 } as const
    const created = ranchInstant('2027-06-10', 20)
    const mail = { ...mailOf({ at: created, cause }), sentAt: ranchInstant('2027-06-11', 8) }
    const stay = stayOf({ invoices: [invoiceOf(DUE), invoiceOf(DUE, { id: 18 })], mails: [mail] })
    expect(dueMails(stay, '2027-06-11')).toEqual([])
    expect(dueMails({ ...stay, mails: [{ ...mail, sentAt: created }] }, '2027-06-11')).toHaveLength(1)
  })

  test('waits a day for the second reminder if the first one failed today', () => {
    const cause = { type: 'invoice-remind', target: 17, base: DUE, days: -7 } as const
    const mail = mailOf({ at: ranchInstant('2027-06-10', 20), cause })
    const failed = { ...mail, status: 'failed' as const, sentAt: null }
    const stay = stayOf({ invoices: [invoiceOf(DUE), invoiceOf(DUE, { id: 18 })], mails: [failed] })
    expect(dueMails(stay, '2027-06-10')).toEqual([])
    expect(dueMails(stay, '2027-06-11').map(({ target }) => target)).toEqual([18])
  })

  test('gets no other reminder while one is still queued', () => {
    const at = ranchInstant('2027-06-11', 20)
    const [first] = play(owing(), [at])
    if (!first) throw new Error('nothing was due')
    const waiting = { ...mailOf(first), status: 'queued' as const, sentAt: null }
    expect(dueMails(owing({ mails: [waiting] }), '2027-06-12')).toEqual([])
    expect(stillDue(first.cause, owing({ mails: [waiting] }), '2027-06-12')).toBe(false)
  })
})

describe('the welcome to an event whose start day changes', () => {
  test('is sent again for the new start day, and a queued welcome for the old day is dropped', () => {
    const sent = play(stayOf(), hours('2027-06-01', '2027-07-20'), (stay, at) =>
      ranchDay(at) > '2027-06-25' ? { ...stay, start: '2027-07-10' } : stay,
    )
    expect(sent.map(({ cause }) => causeKey(cause))).toEqual([
      'auto:welcome-info:1:2027-07-01:-7:3',
      'auto:welcome-info:1:2027-07-10:-7:3',
    ])
    const [first] = sent
    expect(first && stillDue(first.cause, stayOf(), '2027-06-25')).toBe(true)
    expect(first && stillDue(first.cause, stayOf({ start: '2027-07-10' }), '2027-06-25')).toBe(false)
  })
})

test('does not repeat a welcome whose day is no longer in the settings, but repeats such a payment reminder', () => {
  const at = ranchInstant('2027-06-01', 9)
  const journey = mailOf({ at, cause: { type: 'welcome-info', target: 1, base: START, days: -30 } })
  expect(dueMails(stayOf({ mails: [journey] }), '2027-06-24')).toEqual([])
  const invoice = mailOf({ at, cause: { type: 'invoice-remind', target: 17, base: DUE, days: -14 } })
  expect(dueMails(owing({ mails: [invoice] }), '2027-06-08')).toHaveLength(1)
})

const ofInvoice = ({ type, target }: { type: string; target: number }) =>
  type === 'invoice-remind' ? [target] : []

test('reminds of invoices in the order of due day, then of id', () => {
  const invoices = [invoiceOf('2027-06-20', { id: 16 }), invoiceOf(DUE, { id: 18 }), invoiceOf(DUE)]
  const order = [17, 18, 16]
  for (const given of [invoices, invoices.toReversed()])
    expect(subjectsOf(stayOf({ invoices: given })).flatMap(ofInvoice)).toEqual(order)
})
test('sends a queued reminder only while there is a reason for it and its day has not passed', () => {
  const details = { type: 'info-remind', target: 1, base: START, days: -14 } as const
  const missing = owing({ detailsMissing: true })
  expect(stillDue(details, missing, '2027-06-23')).toBe(true)
  expect(stillDue(details, owing(), '2027-06-23')).toBe(false)
  expect(stillDue({ ...details, days: -7 }, missing, START)).toBe(false)
  const invoice = { type: 'invoice-remind', target: 17, base: DUE, days: 0 } as const
  expect(stillDue(invoice, owing({ invoices: [invoiceOf(DUE), invoiceOf(DUE, { id: 18 })] }), DUE)).toBe(true)
  expect(stillDue(invoice, owing({ invoices: [invoiceOf(DUE, { id: 18 })] }), DUE)).toBe(false)
})

test.each([
  ['auto:info-remind:5:2027-05-06:-14', { type: 'info-remind', target: 5, base: '2027-05-06', days: -14 }],
  [
    'auto:invoice-remind:17:2027-05-06:-7',
    { type: 'invoice-remind', target: 17, base: '2027-05-06', days: -7 },
  ],
  ['auto:welcome-info:5:2027-05-06:-7', { type: 'welcome-info', target: 5, base: '2027-05-06', days: -7 }],
  [
    'auto:welcome-info:5:2027-05-06:-7:3',
    { type: 'welcome-info', target: 5, base: '2027-05-06', days: -7, eventId: 3 },
  ],
  [
    'auto:invoice-remind:17:2027-05-06:0',
    { type: 'invoice-remind', target: 17, base: '2027-05-06', days: 0 },
  ],
] as const)('parses the dedupe key %s and builds the same key again', (key, cause) => {
  expect(readCause(key)).toEqual(cause)
  expect(causeKey(cause)).toBe(key)
})

test.each([
  'welcome-info:5',
  'invoice-success:17',
  'auto:late-refund:5:2027-05-06:-7',
  'hand:auto:welcome-info:5:2027-05-06:-7',
  'auto:welcome-info:5:2027-05-06:-7:again',
])('rejects %s, which is not the dedupe key of an automatic reminder', (key) =>
  expect(readCause(key)).toBeNull(),
)

test.each([
  ['2027-06-10T13:59:00Z', '2027-06-10T14:00:00.000Z', 'a minute before eight'],
  ['2027-06-10T14:00:00Z', '2027-06-10T14:00:00.000Z', 'eight'],
  ['2027-06-11T02:59:59Z', '2027-06-11T02:59:59.000Z', 'a second before nine in the evening'],
  ['2027-06-11T03:00:00Z', '2027-06-11T14:00:00.000Z', 'nine in the evening'],
  ['2027-03-14T04:00:00Z', '2027-03-14T14:00:00.000Z', 'the night on which the clocks go forward'],
  ['2027-11-07T03:00:00Z', '2027-11-07T15:00:00.000Z', 'the night on which they go back'],
])('at %s, allows sending automatic e-mails from %s on (%s)', (now, opens) => {
  expect(nextOpening(new Date(now)).toISOString()).toBe(opens)
  expect(isOpen(new Date(now))).toBe(now.slice(0, 19) === opens.slice(0, 19))
})

test('selects from the database exactly the due days and start days for which a reminder may be sent today', () => {
  for (const type of REMINDER_TYPES) {
    const { from, to } = openBases(type, '2027-06-10')
    for (let base = addDays(from, -20); base <= addDays(to, 20); base = addDays(base, 1))
      expect(stageOn(type, base, '2027-06-10') !== null).toBe(base >= from && base <= to)
  }
})

describe("the invoice that an admin's reminder to a late payer is about", () => {
  const today = '2027-06-20'
  const NOTHING = { why: 'Nothing is overdue anymore.' }

  test('is the one that is overdue longest, and of two with the same due day the one with the lower id', () => {
    const invoices = [
      invoiceOf('2027-06-19', { id: 1 }),
      invoiceOf(DUE, { id: 3 }),
      invoiceOf(DUE, { id: 2 }),
      invoiceOf(DUE, { id: 4 }),
    ]
    expect(overdueInvoice(stayOf({ invoices }), today)).toEqual({ invoiceId: 2 })
  })

  test('is never one that is due only today; a guest who owes nothing gets no reminder', () => {
    expect(overdueInvoice(stayOf({ invoices: [invoiceOf(today)] }), today)).toEqual(NOTHING)
    expect(overdueInvoice(stayOf(), today)).toEqual(NOTHING)
    expect(overdueInvoice(undefined, today)).toEqual({ why: 'The reservation is no longer confirmed.' })
  })

  test('is never the same one twice a day, whatever other e-mails the guest got', () => {
    const told = (mail: ReturnType<typeof byHand>) => overdueInvoice(owing({ mails: [mail] }), today)
    expect(told(byHand('invoice-remind', today))).toEqual({ why: 'Already reminded today.' })
    expect(told(byHand('invoice-remind', addDays(today, -1)))).toEqual({ invoiceId: 17 })
    expect(told(byHand('welcome-info', today))).toEqual({ invoiceId: 17 })
  })

  test.each([
    ['card_kept', 'Their saved card will be charged.'],
    ['maybe_charged', 'Their saved card may have been charged. Please look at the reservation first.'],
  ] as const)('is never one that a saved card will pay or may have paid: %s', (why, words) => {
    expect(overdueInvoice(stayOf({ notAsked: [{ due: DUE, why }] }), today)).toEqual({ why: words })
    expect(overdueInvoice(stayOf({ notAsked: [{ due: today, why }] }), today)).toEqual(NOTHING)
    expect(overdueInvoice(owing({ notAsked: [{ due: DUE, why }] }), today)).toEqual({ invoiceId: 17 })
  })
})
