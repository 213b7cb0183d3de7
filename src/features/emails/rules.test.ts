import { describe, expect, it } from 'vitest'
import { causeProblem, greetingName, nextTry, type CauseFacts, recipientName } from './rules.ts'

const paidInvoice = { payment: { amount: 45_000, refunds: [] } }

const standingStay = {
  status: 'confirmed',
  purged: false,
  detailsMissing: false,
  cancellation: false,
} as const

const confirmation: CauseFacts = {
  type: 'invoice-success',
  reservation: standingStay,
  event: { cancelled: false, begun: false, over: false },
  invoice: paidInvoice,
  refunds: [],
}

const withRefund = (amount: number, status: 'requested' | 'succeeded' | 'failed'): CauseFacts => ({
  ...confirmation,
  invoice: { payment: { amount: 45_000, refunds: [{ amount, status }] } },
})

describe('causeProblem of a confirmation', () => {
  it('is null while the reservation stands and the money is there', () => {
    expect(causeProblem(confirmation)).toBeNull()
    expect(causeProblem({ ...confirmation, invoice: null })).toBeNull()
  })

  it.each([
    [null, 'reservation_gone'],
    [{ purged: true }, 'purged'],
    [{ status: 'cancelled' }, 'not_confirmed'],
    [{ status: 'expired' }, 'not_confirmed'],
    [{ status: 'refunded' }, 'not_confirmed'],
    [{ status: 'pending' }, 'not_confirmed'],
  ] as const)('reservation %j: %s', (changes, problem) => {
    const reservation = changes && { ...standingStay, ...changes }
    expect(causeProblem({ ...confirmation, reservation })).toBe(problem)
  })

  it('drops one whose invoice is unpaid or wholly paid back, and keeps a part refund', () => {
    expect(causeProblem({ ...confirmation, invoice: { payment: null } })).toBe('not_paid')
    expect(causeProblem(withRefund(45_000, 'succeeded'))).toBe('paid_back')
    expect(causeProblem(withRefund(45_000, 'requested'))).toBe('paid_back')
    expect(causeProblem(withRefund(45_000, 'failed'))).toBeNull()
    expect(causeProblem(withRefund(20_000, 'succeeded'))).toBeNull()
  })
})

describe('causeProblem of a late refund', () => {
  const late: CauseFacts = {
    ...confirmation,
    type: 'late-refund',
    reservation: { ...standingStay, status: 'refunded' },
    refunds: [{ amount: 45_000, status: 'requested' }],
  }

  it('tells the guest only when the money does go back', () => {
    expect(causeProblem(late)).toBeNull()
    expect(causeProblem({ ...late, refunds: [] })).toBe('not_refunded')
    expect(causeProblem({ ...late, refunds: [{ amount: 45_000, status: 'failed' }] })).toBe('not_refunded')
    expect(causeProblem({ ...late, reservation: standingStay })).toBe('not_refunded')
  })

  it('tells the admin about a failed refund too, and after the purge', () => {
    const failed: CauseFacts = {
      ...late,
      type: 'late-refund-admin',
      refunds: [{ amount: 1, status: 'failed' }],
    }
    expect(causeProblem(failed)).toBeNull()
    const purged = { ...standingStay, status: 'refunded' as const, purged: true }
    expect(causeProblem({ ...failed, reservation: purged })).toBeNull()
    expect(causeProblem({ ...late, reservation: purged })).toBe('purged')
  })
})

describe('nextTry', () => {
  const queuedAt = new Date('2026-11-21T05:00:00Z')
  const wait = (attempt: number, minutes: number) => {
    const now = new Date(queuedAt.getTime() + minutes * 60_000)
    const next = nextTry({ queuedAt, attempt, now })
    return next && (next.getTime() - now.getTime()) / 1000
  }

  it('is soon at first and never more than 4 minutes off in the first hour', () => {
    expect(wait(1, 0)).toBe(20)
    expect(wait(2, 1)).toBe(40)
    for (let minutes = 0; minutes <= 61; minutes++) {
      for (let attempt = 1; attempt < 60; attempt++) expect(wait(attempt, minutes)).toBeLessThanOrEqual(240)
    }
  })

  it('grows rarer and ends after three days', () => {
    expect(wait(50, 5 * 60)).toBe(15 * 60)
    expect(wait(1000, 30 * 60)).toBe(3600)
    expect(wait(1000, 72 * 60 - 1)).toBe(3600)
    expect(wait(1000, 72 * 60)).toBeNull()
  })
})

const greet = (customerName: string, nickname: string | null = null) =>
  greetingName({ customerName, nickname })

describe('greetingName', () => {
  it('is the nickname, else the first name', () => {
    expect(greet('Ada Lovelace')).toBe('Ada')
    expect(greet('Ada Lovelace', 'Countess')).toBe('Countess')
    expect(greet('Ada Lovelace', ' Mary Ann ')).toBe('Mary Ann')
    expect(greet("Zoë-Marie O'Hara")).toBe('Zoë-Marie')
    expect(greet('J. Smith')).toBe('J.')
    expect(greet('李 雷')).toBe('李')
  })

  it('is nobody when the text is no name', () => {
    expect(greet('evil.example')).toBeNull()
    expect(greet('https://evil.example Win')).toBeNull()
    expect(greet('Ada', 'Your account is locked call 555')).toBeNull()
    expect(greet('Ada', 'visit evil.example now')).toBeNull()
    expect(greet('Ada', '<b>x</b>')).toBeNull()
    expect(greet('x'.repeat(41))).toBeNull()
    expect(greet('Ada\r\nBcc: evil@example.test')).toBe('Ada')
    expect(greet('')).toBeNull()
  })
})

describe('the name beside an address', () => {
  it.each([
    'Ada Lovelace',
    'María del Carmen García López',
    "Zoë-Marie O'Hara",
    'Patricia D’Arcy-Smith Jr.',
    '李 雷',
    'Łukasz Żółć',
    'Nguyễn Thị Ánh',
    'สมชาย ใจดี',
  ])('is the guest’s: %s', (name) => {
    expect(recipientName(` ${name}\n`)).toBe(name)
  })

  it.each([
    ['an address', 'Ann ann@elsewhere.example'],
    ['a link', 'https://evil.example/win'],
    ['a link without its beginning', 'Visit evil.example now'],
    ['a number to call', 'Call 505 555 0100'],
    ['digits in a word', 'Ann3 Doe'],
    ['digits of another script', 'Ann ٣٤٥'],
    ['a whole message', 'Your account is locked and will be deleted today'],
    ['one endless word', 'x'.repeat(61)],
    ['many letters in few words', Array.from({ length: 5 }, () => 'x'.repeat(15)).join(' ')],
    ['another recipient', 'Ann <all@elsewhere.example>, Bob'],
    ['another header', 'Ann: Bcc all'],
    ['quotes', '"Ann" Doe'],
    ['an encoded header', '=?utf-8?B?QmNj?='],
    ['letters that cannot be seen', 'Ann\u200bDoe'],
    ['letters that turn round within a word', 'Ann\u061cDoe'],
    ['marks piled up', `A${'\u0337\u0322\u0310'.repeat(3)}nn`],
    ['pictures', 'Ann 🎁 Doe'],
    ['nothing', ''],
  ])('is left out when it is %s', (_what, text) => {
    expect(recipientName(text)).toBe('')
  })

  it('bears no line break, control or mark of direction, whatever stands between', () => {
    expect(recipientName('Ann\r\nDoe\u202e')).toBe('Ann Doe')
  })
})
