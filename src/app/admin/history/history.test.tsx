import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { AuditEntryShown } from '#domain/staff/audit/contract.ts'
import { HistoryDays } from './history.tsx'

const entry: AuditEntryShown = {
  id: 1,
  at: '2027-05-06T18:00:00Z',
  actor: 'admin:abc',
  actorEmail: 'admin@example.test',
  action: 'event.updated',
  entity: 'event',
  label: null,
  amount: null,
  guest: null,
  person: null,
  title: null,
  refund: null,
  entityId: 7,
  eventId: 7,
  eventName: 'Leather & Light',
  eventUrlName: 'leather-and-light',
  fields: ['cost'],
}

const drawn = (entries: AuditEntryShown[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <HistoryDays entries={entries} />
    </MemoryRouter>,
  )

test("groups changes in the audit log by ranch day, and shows each change's time at the ranch", () => {
  const late = { ...entry, id: 3, at: '2027-05-07T06:00:00Z' }
  const early = { ...entry, id: 2, at: '2027-05-07T05:59:00Z' }
  const html = drawn([late, early, entry])
  const days = [...html.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, day]) => day)
  expect(days).toEqual(['Fri, May 7, 2027', 'Thu, May 6, 2027'])
  expect(html).toContain('>12:00 AM<')
  expect(html).toContain('>11:59 PM<')
})

test('links a change in the audit log to its event, and shows only the name of a deleted event', () => {
  expect(drawn([entry])).toContain('<a href="/event/leather-and-light/guests"')
  const elsewhere = drawn([{ ...entry, eventId: 8, eventName: 'Long ago', eventUrlName: null }])
  expect(elsewhere).toContain('Long ago')
  expect(elsewhere).not.toContain('<a ')
})
