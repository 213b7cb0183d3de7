import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, offline, ok, showPart } from '#test/support/app/show-part.tsx'
import TodayPage from './today.tsx'

const none = { count: 0, cents: 0, list: [], invoices: [], events: [], lost: 0 }
const todayOf = (day: string) => ({
  day,
  overdue: [],
  here: [],
  arrivals: [],
  coming: none,
  leaving: [],
  holds: none,
})
const paymentsOf = (day: string) => ({ day, overdue: none, due: none, later: none })
const refundsOf = (day: string) => ({ day, refundsDue: none, openBalances: none, autoRefunds: none })
const problemsOf = (day: string) => ({
  day,
  failures: { outside: [], mails: none, retrying: 0, refunds: none, fees: none, jobs: none },
  books: { night: day, proof: null },
  backup: { nightly: false, night: day, proof: null },
})
const tonightOf = (day: string) => ({ day, retreats: [], family: [] })
const AT = '2027-02-20T15:00:00.000Z'
const paid = { id: 7, kind: 'payment', at: AT, text: 'Ruth Vance paid $450.00', reservationId: 12 }
const news = { since: AT, until: AT, items: [paid], more: 0 }

const Page = TodayPage as unknown as ComponentType<{ loaderData: object }>
const wake = () => window.dispatchEvent(new Event('visibilitychange'))

test('keeps showing the Today page while the network is down, and shows the new day when the network is back', async () => {
  let online = false
  const { call } = fakeSite(({ name }) => {
    if (!online) return offline()
    if (name === 'today.get') return ok(todayOf('2027-02-20'))
    if (name === 'today.payments') return ok(paymentsOf('2027-02-20'))
    if (name === 'today.refunds') return ok(refundsOf('2027-02-20'))
    if (name === 'today.problems') return ok(problemsOf('2027-02-20'))
    return ok(name === 'news.list' ? news : name === 'news.seen' ? {} : tonightOf('2027-02-20'))
  })
  const known = { ...news, items: [{ ...paid, id: 6, text: 'Ana Ortiz signed up' }] }
  const sample = { pages: [], gateNotes: false }
  const day = '2027-02-19'
  const whole = {
    today: todayOf(day),
    tonight: tonightOf(day),
    payments: paymentsOf(day),
    refunds: refundsOf(day),
    problems: problemsOf(day),
    news: known,
    sample,
  }
  await showPart(<Page loaderData={{ short: null, whole }} />, { call })
  await expect.element(page.getByText('Fri, Feb 19, 2027').first()).toBeVisible()
  const since = page.getByRole('region', { name: 'Since you were here' })
  await expect.element(since.getByRole('link', { name: 'Ana Ortiz signed up' })).toBeVisible()
  wake()
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  online = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Sat, Feb 20, 2027').first()).toBeVisible()
  await expect.element(since.getByRole('link', { name: 'Ruth Vance paid $450.00' })).toBeVisible()
  await expect.element(page.getByText('There is no connection.')).not.toBeInTheDocument()
})
