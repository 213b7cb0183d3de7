import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '#test/support/app/show-part.tsx'
import { Contacts } from './host-sheet.tsx'
import './host-sheet.css'

afterEach(() => page.viewport(390, 844))

const guest = {
  reservationId: 7,
  name: 'Ada Moss',
  shortName: 'Ada',
  phone: '505 555 0100',
  emergencyContactName: 'Ben Moss',
  emergencyContactPhone: '505 555 0101',
  comesWith: [],
  arrival: { told: null, leftPavementAt: null, hereAt: null, hereBy: null, overdueAt: null },
  room: null,
}

test.each([390, 1280])(
  'keeps the list of contacts a table for screen readers at a width of %i px',
  async (width) => {
    await page.viewport(width, 844)
    await showPart(
      <Contacts
        contacts={[guest]}
        labelledBy="arrivals"
        ticks={{ token: null, of: 'Leather', until: '2027-05-10' }}
      />,
    )
    const table = document.querySelector('.contacts')!
    // The browser drops the role of a table element that CSS displays as a block. So each element of the
    // table needs an explicit role.
    const roles = [table, ...table.querySelectorAll('thead, tbody, tr, th, td')].map(
      (each) => each.getAttribute('role') ?? `${each.localName} without a role`,
    )
    const heads = Array.from({ length: 5 }, () => 'columnheader')
    const cells = Array.from({ length: 4 }, () => 'cell')
    expect(roles).toEqual(['table', 'rowgroup', 'row', ...heads, 'rowgroup', 'row', 'rowheader', ...cells])
    expect(getComputedStyle(table.querySelector('thead')!).display).not.toBe('none')
  },
)
