import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CalendarEvent, Retreat } from '#domain/calendar/contract.ts'
import { monthClashes, monthEntries, dayEntries } from './bars.ts'
import { DayList, MonthBoard } from './month-board.tsx'

const branding: CalendarEvent = {
  id: 1,
  title: 'Branding',
  start: '2027-05-07',
  end: '2027-05-08',
  color: '#662255',
}
const leather: Retreat = {
  name: 'Leather & Light',
  urlName: 'leather-and-light',
  start: '2027-05-06',
  end: '2027-05-10',
}
const nobody: Retreat = { name: null, urlName: null, start: '2027-05-08', end: '2027-05-08' }

const rendered = (element: React.ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Stub />)
}
const board = (props: Partial<Parameters<typeof MonthBoard>[0]> = {}) =>
  rendered(
    <MonthBoard
      month="2027-05"
      today="2027-05-12"
      events={[branding]}
      retreats={[leather, nobody]}
      onMonth={() => {}}
      busy={false}
      {...props}
    />,
  )
/** Returns the HTML of the calendar day whose text contains `name`. */
const cellOf = (html: string, name: string) =>
  html.match(/<td[^>]*role="gridcell"[^>]*>(?:(?!<\/td>).)*/g)?.find((cell) => cell.includes(name)) ?? ''

test('renders the whole month on the server: its title, days, today, bars, and the overlaps as text (R13.5)', () => {
  const html = board()
  expect(html).toMatch(/<h2[^>]*aria-live="polite"[^>]*>May 2027</)
  expect(html.match(/id="[^"]*2027-05-\d\d"/g)).toHaveLength(31)
  expect(cellOf(html, 'Wed, May 12, 2027, today')).toMatch(/tabindex="0".*aria-current="date"/)
  expect(html.match(/<td[^>]*tabindex="0"/g)).toHaveLength(1)
  expect(cellOf(html, 'Fri, May 7, 2027. Overlap. Retreat: Leather &amp; Light. Branding.')).toContain(
    'aria-expanded="false"',
  )
  expect(cellOf(html, 'Tue, May 11, 2027<')).not.toContain('aria-expanded')
  expect(html).toContain('--primary:#662255;--on-primary:#ffffff;--secondary:#cb44a9')
  expect(html).toContain('“Branding” and the retreat “Leather &amp; Light” overlap: May 7 – 8, 2027')
  expect(html).toContain('“Branding” and a private retreat overlap: May 8, 2027')
  expect(html).not.toMatch(/draggable|resiz/i)
})

test('disables the days of the previous and the next month in the grid of a month', () => {
  const outside = board().match(/<td[^>]*month-day-outside[^>]*>/g) ?? []
  expect(outside).toHaveLength(11)
  expect(outside.every((cell) => cell.includes('aria-disabled="true"') && !cell.includes('tabindex'))).toBe(
    true,
  )
})

test("makes a month's first day reachable by Tab if the month does not contain today", () => {
  expect(cellOf(board({ month: '2027-06' }), 'Tue, Jun 1, 2027')).toContain('tabindex="0"')
})

test('shows a loading ring while the month loads (R17.14)', () => {
  expect(board({ busy: true })).toMatch(/Loading the month.*aria-busy="true"/)
  expect(board()).not.toContain('Loading the month')
})

test('lists the entries of a day with links to retreats and warnings about overlaps', () => {
  const entries = monthEntries('2027-05', [branding], [leather, nobody])
  const html = rendered(
    <DayList
      id="list"
      day="2027-05-08"
      week={1}
      entries={dayEntries(entries, '2027-05-08')}
      overlaps={monthClashes('2027-05', entries)}
      onClose={() => {}}
    />,
  )
  expect(html).toContain('<h3 id="list-title">Sat, May 8, 2027</h3>')
  expect(html).toContain('<span>Retreat:</span> <a href="/event/leather-and-light"')
  expect(html).toContain('Thu, May 6 – Mon, May 10, 2027')
  expect(html).toContain('Private retreat</p>')
  expect(html).toContain('Overlaps the retreat “Leather &amp; Light”: May 7 – 8, 2027')
  expect(html).toContain('Overlaps “Branding”: May 8, 2027')
})
