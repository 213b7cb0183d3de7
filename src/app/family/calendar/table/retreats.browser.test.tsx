import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addMonths, firstOf, lastOf } from '#shared/months.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { fakeSite, offline, ok, showPart } from '#test/support/app/show-part.tsx'
import {
  type PreloadedRetreats,
  periodInput,
  joinRetreats,
  listPeriods,
  type Span,
  useRetreats,
} from './retreats.ts'

const monthly = (from: string, to = from): Span => ({ start: firstOf(from), end: lastOf(to) })
const retreatIn = (month: string) => ({
  name: month,
  urlName: month,
  start: firstOf(month),
  end: firstOf(month),
})

test('splits ranges of days into periods of two years, and puts the periods of the first range first', () => {
  expect(
    listPeriods([monthly('2027-12', '2028-01'), monthly('2026-02'), monthly('2021-03', '2024-01')]),
  ).toEqual([2026, 2028, 2020, 2022, 2024])
  expect(periodInput(2026)).toEqual({ query: { from: '2026-01-01', to: '2027-12-31' } })
  expect([periodInput(0), periodInput(9998)]).toMatchObject([
    { query: { from: '0001-01-01' } },
    { query: { to: '9999-12-31' } },
  ])
})

test('lists each retreat once, even if it was fetched twice or preloaded, and keeps retreats that only look alike', () => {
  const over = { ...retreatIn('2027-12'), end: '2028-01-02' }
  const same = { ...retreatIn('2027-05'), name: null, urlName: null }
  const read = new Map([
    [2026, [same, same, over]],
    [2028, [over]],
  ])
  expect(joinRetreats([retreatIn('2027-05'), retreatIn('2025-05')], read)).toEqual([
    retreatIn('2025-05'),
    same,
    same,
    over,
  ])
})

/**
 * Each test uses other years, because the query cache keeps the retreats of the years that an earlier test
 * loaded.
 */
let year = 2100
const nextYear = () => String((year += 20))

function Month({ brought, months }: { brought: PreloadedRetreats; months: [string, ...string[]] }) {
  const [at, setAt] = useState(0)
  const month = months[at] ?? months[0]
  const { retreats, busy, failed, again } = useRetreats(brought, {
    shown: monthly(month),
    soon: monthly(addMonths(month, -1), addMonths(month, 1)),
    listed: [],
  })
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
      <p data-testid="month">
        {month} {busy ? 'busy' : retreats.map(({ name }) => name).join(', ')}
      </p>
      <FailureAlert failed={failed} onRetry={again} />
    </>
  )
}

const shown = page.getByTestId('month')
const alert = page.getByRole('alert')

test('does not fetch preloaded retreats again, and fetches each further two-year period once, before it is shown', async () => {
  const now = nextYear()
  const site = fakeSite(({ input }) => ok([retreatIn(`${String(input.query!['to']).slice(0, 4)}-12`)]))
  const brought = { list: [retreatIn(`${now}-05`)], covered: [monthly(`${now}-04`, `${now}-07`)] }
  await showPart(<Month brought={brought} months={[`${now}-05`, `${now}-07`, `${now}-09`]} />, site)
  await expect.element(shown).toHaveTextContent(`${now}-05 ${now}-05`)
  expect(site.sent).toEqual([])
  await page.getByRole('button').click()
  await expect.poll(() => site.sent.map(({ input }) => input)).toEqual([periodInput(Number(now))])
  await page.getByRole('button').click()
  await expect.element(shown).toHaveTextContent(`${now}-09 ${Number(now) + 1}-12`)
  expect(site.sent).toHaveLength(1)
})

test('shows that retreats are loading and offers a retry, but shows no failure for days that are not on screen yet', async () => {
  const now = Number(nextYear())
  const held = Promise.withResolvers<void>()
  const site = fakeSite(async (_, before) => {
    await held.promise
    return before % 2 === 0 ? offline() : ok([retreatIn(`${now}-12`)])
  })
  const nothing = { list: [], covered: [] }
  const months: [string, ...string[]] = [`${now}-12`, `${now + 1}-12`, `${now + 2}-03`]
  await showPart(<Month brought={nothing} months={months} />, site)
  await expect.element(shown).toHaveTextContent(`${now}-12 busy`)
  held.resolve()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(shown).toHaveTextContent(`${now}-12 ${now}-12`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => site.sent).toHaveLength(3)
  await expect.element(alert).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => site.sent).toHaveLength(4)
  await expect.element(alert).not.toBeInTheDocument()
})
