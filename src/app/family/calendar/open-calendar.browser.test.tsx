import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CalendarEvent } from '#domain/calendar/contract.ts'
import { AdminTable } from '#app/family/calendar/table/admin-calendar.tsx'
import { FamilyTable } from '#app/family/calendar/table/family-table.tsx'
import { fakeSite, offline, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import './calendar.css'

const branding: CalendarEvent = {
  id: 1,
  title: 'Branding',
  start: '2026-11-26',
  end: '2026-11-28',
  color: '#662255',
}

/**
 * Creates a fake server with one event. `change` changes this event as another admin would, and
 * `change(null)` deletes the event.
 */
function siteWith() {
  let kept: CalendarEvent | null = branding
  let down = false
  const site = fakeSite(({ name, input }) => {
    if (down) return offline()
    if (name === 'calendar.list') return ok(kept ? [kept] : [])
    if (!kept) return refused('not_found', { status: 404 })
    const { id: _, seen, ...changes } = input.body!['updateCalendarData'] as { id: number; seen: object }
    const { title: was, ...others } = kept
    const stands: Record<string, unknown> = { name: was, ...others }
    if (Object.entries(seen).some(([field, text]) => stands[field] !== text)) return refused('stale')
    const { name: title = was, ...more } = changes as { name?: string }
    kept = { ...kept, ...more, title }
    return ok({ event: kept })
  })
  return {
    ...site,
    change: (to: Partial<CalendarEvent> | null) => (kept = to && kept && { ...kept, ...to }),
    kept: () => kept,
    goDown: (is: boolean) => (down = is),
  }
}

/**
 * Renders the admin's table of calendar events. `readAgain` returns the event that the page gets when it next
 * refetches the calendar.
 */
function Table({ readAgain }: { readAgain?: () => CalendarEvent | null }) {
  const [events, setEvents] = useState([branding])
  return (
    <>
      <AdminTable
        listed={events.map((event) => ({ event, retreats: [] }))}
        onEvent={(event) => setEvents([event])}
        onDeleted={() => setEvents([])}
      />
      <button type="button" onClick={() => setEvents([readAgain?.() ?? branding])}>
        Read again
      </button>
    </>
  )
}

const title = page.getByRole('textbox', { name: /^Title of/ })
const offlineWords = page.getByText('Not saved yet: no connection')

beforeEach(() => sessionStorage.clear())
afterEach(() => page.viewport(390, 844))

test("keeps the text of an event's first day and last day apart at a width of 320 px", async () => {
  await page.viewport(320, 700)
  await showPart(<FamilyTable listed={[{ event: branding, retreats: [] }]} />)
  const [starts, ends] = [...document.querySelectorAll('[data-label=Starts], [data-label=Ends]')].map(
    (cell) => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      return words.getBoundingClientRect()
    },
  )
  expect(starts!.right).toBeLessThanOrEqual(ends!.left)
})

test('restores an unsaved title of an event after a reload, and sends the title once the network is back', async () => {
  const site = siteWith()
  site.goDown(true)
  const first = await showPart(<Table />, site)
  await title.fill('Fence crew')
  await userEvent.keyboard('{Enter}')
  await expect.element(offlineWords).toBeVisible()
  await first.unmount()
  await showPart(<Table />, site)
  await expect.element(title).toHaveValue('Fence crew')
  await expect.element(offlineWords).toBeVisible()
  site.goDown(false)
  window.dispatchEvent(new Event('online'))
  await expect.element(offlineWords).not.toBeInTheDocument()
  expect(site.kept()?.title).toBe('Fence crew')
})

test('keeps a refused title of an event in the field, and restores the saved title on Escape', async () => {
  const site = siteWith()
  await showPart(<Table />, site)
  await title.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/An event needs a title/)).toBeVisible()
  await title.fill('Roundup')
  await userEvent.keyboard('{Escape}')
  await expect.element(title).toHaveValue('Branding')
  expect(site.sent).toEqual([])
})

test("shows another admin's title if both admins changed the title, and keeps the other admin's change of the color", async () => {
  const site = siteWith()
  await showPart(<Table />, site)
  site.change({ title: 'Branding, all hands', color: '#17696b' })
  await title.fill('Mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/someone else wrote .Branding, all hands/)).toBeVisible()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => site.kept()).toMatchObject({ title: 'Mine', color: '#17696b' })
})

test('says that another admin deleted the event, shows the unsaved title, and removes the row after a confirmation', async () => {
  const site = siteWith()
  await showPart(<Table />, site)
  site.change(null)
  await title.fill('Spared')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/someone else has deleted .Branding.*Yours was .Spared/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove it from the list' }).click()
  await expect.element(page.getByText('No events yet.')).toBeVisible()
})

test("moves an event's last day along when its first day moves past it", async () => {
  const site = siteWith()
  await showPart(<Table />, site)
  await page.getByLabelText('Starts: Branding').fill('2027-05-06')
  await expect
    .poll(() => site.kept(), { timeout: 3000 })
    .toMatchObject({ start: '2027-05-06', end: '2027-05-08' })
})

test('does not undo another admin’s change of an event when this admin then changes another field of the event', async () => {
  const site = siteWith()
  await showPart(<Table readAgain={site.kept} />, site)
  await title.fill('Roundup')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => site.kept()?.title).toBe('Roundup')
  site.change({ end: '2026-12-05' })
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.element(page.getByLabelText('Ends: Roundup')).toHaveValue('2026-12-05')
  await page.getByLabelText('Starts: Roundup').fill('2026-12-01')
  await expect
    .poll(() => site.kept(), { timeout: 3000 })
    .toMatchObject({ start: '2026-12-01', end: '2026-12-05' })
})
