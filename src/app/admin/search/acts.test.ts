import { expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '#shared/roles.ts'
import { groupsFor } from '#app/admin/frame/places.ts'
import { matches, pagesFor, readTyped } from './acts.ts'

test.each([
  ['record a payment for Priya', ['Record a payment for'], [], 'Priya'],
  ['record payment priya nair', ['Record a payment for'], [], 'priya nair'],
  ['rec pay Priya', ['Record a payment for'], [], 'Priya'],
  ['Record', ['Record a payment for'], [], ''],
  ['send an email to Ana-Lucía', ['Send an email to'], [], 'Ana-Lucía'],
  ['show the kitchen sheet of Desert Cooking', [], ['Show the kitchen sheet of'], 'Desert Cooking'],
  ['edit leather', [], ['Edit'], 'leather'],
  ['move Wes to', ['Move to another event:'], [], 'Wes to'],
  ['Priya', [], [], 'Priya'],
  ['2012.75', [], [], '2012.75'],
  ['  wes  abbott ', [], [], 'wes  abbott'],
  // Two letters are no act, so a short name stays a name.
  ['Re Lee', [], [], 'Re Lee'],
])(
  'reads "%s" as the acts %j on a guest and %j on an event, with the search "%s"',
  (typed, guest, event, query) => {
    const read = readTyped(typed)
    expect(read.guestActs.map(({ label }) => label)).toEqual(guest)
    expect(read.eventActs.map(({ label }) => label)).toEqual(event)
    expect(read.query).toBe(query)
  },
)

test.each([
  ['Cash and checks Money register deposit slip', 'deposit', true],
  ['Cash and checks Money register deposit slip', 'slip dep', true],
  ['Cash and checks Money register deposit slip', 'posit', false],
  ['Year report', '', false],
])('for the page words "%s" and the typed text "%s", finds the page: %s', (text, typed, found) => {
  expect(matches(text, typed)).toBe(found)
})

const pages = (permissions: Permission[]) =>
  pagesFor(groupsFor(permissions), 'money').map(({ label }) => label)

test('offers only pages that the person may open', () => {
  expect(pages(['money.take'])).toEqual(['Payments due'])
  expect(pages(Object.keys(PERMISSIONS) as Permission[])).toContain('Bank statement')
})
