import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Arrival } from '#domain/desk/today/contract.ts'
import { Answers } from './answers.tsx'

const none = { count: 0, cents: 0, list: [], invoices: [], lost: 0 }
const shown = (arrival: object) => {
  const today = {
    day: '2027-05-06',
    here: [],
    arrivals: [arrival],
  }
  const payments = { overdue: none, due: none, later: none }
  const refunds = { refundsDue: none, openBalances: none, autoRefunds: none }
  const problems = {
    failures: { outside: [], mails: none, retrying: 0, refunds: none, fees: none, jobs: none },
    books: { night: '2027-05-06', proof: null },
    backup: { nightly: false, night: '2027-05-06', proof: null },
  }
  const replies = { today, payments, refunds, problems } as unknown as ComponentProps<typeof Answers>
  return renderToStaticMarkup(<Answers {...replies} />)
}

test.each<[Arrival['lacking'], string]>([
  [{ any: 0, details: 0, money: 0, directions: 0 }, 'all set'],
  [{ any: 1, details: 0, money: 0, directions: 1 }, '1 has not viewed the directions'],
  [
    { any: 2, details: 1, money: 1, directions: 2 },
    '1 without details, 1 owes money, 2 have not viewed the directions',
  ],
])(
  'says at the top of Today that guests lack %o, in the same words as the list of arrivals',
  (lacking, words) => {
    const event = { name: 'Branding', startDateDate: '2027-05-07', taken: 6 }
    expect(shown({ event, lacking })).toContain(`tomorrow: 6 guests, ${words}.`)
  },
)
