import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addMonths } from '#shared/months.ts'
import { showPart } from '#test/support/app/show-part.tsx'
import type { YearReport } from '#domain/money/year/contract.ts'
import { YearView } from './year-view.tsx'

const nothing = {
  retreatIncome: 0,
  cancellationIncome: 0,
  discounts: 0,
  refunds: 0,
  fees: 0,
  tax: 0,
  guests: 0,
  nights: 0,
  spots: 0,
  fillRate: null,
}
const may = {
  ...nothing,
  retreatIncome: 3_650_155,
  cancellationIncome: 66_275,
  refunds: 125_000,
  guests: 8,
  nights: 32,
  spots: 11,
  fillRate: 73,
}
const retreat = { eventId: 3, name: 'Desert Cooking', urlName: 'desert-cooking', startDateDate: '2027-05-06' }
const deleted = { eventId: 9, name: null, urlName: null, startDateDate: null }
const report: YearReport = {
  year: '2027',
  months: Array.from({ length: 12 }, (_, at) => addMonths('2027-01', at)).map((month) => ({
    month,
    ...(month === '2027-05' ? may : nothing),
  })),
  events: [
    { ...may, cancellationIncome: 0, ...retreat },
    { ...nothing, cancellationIncome: 66_275, ...deleted },
  ],
  total: may,
  closedThrough: '2027-04',
}

const wide = async () => {
  await page.viewport(1280, 900)
  return () => page.viewport(390, 844)
}

/** Returns the text of all cells of a table, row by row. */
const rowsOf = (name: string) =>
  [...page.getByRole('table', { name }).element().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )

test('shows a year as a chart, by month, and by retreat, each with the whole year in its last row (R49.8)', async () => {
  const narrow = await wide()
  try {
    await showPart(<YearView report={report} />)
    const chart = page.getByRole('figure', { name: 'Income in 2027' })
    await expect
      .element(chart.getByText('$37,164.30. 8 guests, 32 nights, 73% of spots filled.'))
      .toBeVisible()
    // One bar of retreats and one of canceled stays for each month.
    await expect.poll(() => chart.element().querySelectorAll('svg .ct-bar').length).toBe(24)
    const year = ['Whole year', '$36,501.55', '$662.75', '', '$1,250.00', '', '', '8', '32', '73%']
    const months = rowsOf('By month')
    expect(months).toHaveLength(14)
    expect(months[1]).toEqual(['January 2027', ...Array.from({ length: 9 }, () => '')])
    expect(months[5]).toEqual(['May 2027', ...year.slice(1)])
    expect(months.at(-1)).toEqual(year)
    const retreats = rowsOf('By retreat')
    expect(retreats.slice(1)).toEqual([
      ['Desert CookingThu, May 6, 2027', '$36,501.55', '', '', '$1,250.00', '', '', '8', '32', '73%'],
      ['Deleted retreat 9', '', '$662.75', '', '', '', '', '', '', ''],
      year,
    ])
    await expect
      .element(page.getByText('Amounts through April 2027 are closed and never change.'))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Desert Cooking' }))
      .toHaveAttribute('href', '/event/desert-cooking/guests')
  } finally {
    await narrow()
  }
})

test('keeps amounts of the year report in one line at every width that has a table (R49.8)', async () => {
  const narrow = await wide()
  try {
    await showPart(<YearView report={report} />)
    const amount = page.getByRole('table', { name: 'By month' }).getByText('$36,501.55').first()
    for (const width of [1280, 1024, 900]) {
      await page.viewport(width, 900)
      await expect.poll(() => amount.element().getClientRects().length).toBe(1)
      const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth
      expect(overflow, `at ${width} pixels`).toBe(0)
    }
  } finally {
    await narrow()
  }
})

test('says that a year without retreats and money has none (R49.8)', async () => {
  const months = report.months.map(({ month }) => ({ month, ...nothing }))
  await showPart(<YearView report={{ ...report, months, events: [], total: nothing, closedThrough: null }} />)
  await expect.element(page.getByText('No income yet.')).toBeVisible()
  await expect.element(page.getByText('No retreats and no money yet.')).toBeVisible()
  await expect.element(page.getByText(/are closed and never change/)).not.toBeInTheDocument()
})
