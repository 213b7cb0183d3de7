import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ROLE_WORDS, ROLES } from '#shared/roles.ts'
import { RoleTable, uncovered } from './role-table.tsx'

const rows = () =>
  [...renderToStaticMarkup(<RoleTable />).matchAll(/<tr[^>]*>(.*?)<\/tr>/g)]
    .map(([, row = '']) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell))
    .slice(1)

test('has words for every permission of every role', () => {
  expect(uncovered()).toEqual([])
  // A role with a set of permissions that has no words throws while the table renders.
  expect(rows().map(([name]) => name)).toEqual(ROLES.map((role) => ROLE_WORDS[role].label))
})

test('says what each role may do from its real permissions', () => {
  expect(rows()).toEqual([
    ['Owner', 'Edit', 'Edit', 'See', 'Edit', 'Edit'],
    ['Manager', 'Edit', 'Edit', 'See', 'Edit', '–'],
    ['Front desk', 'See', 'Edit', 'See', 'Take payments, no refunds', '–'],
    ['Kitchen', 'See', 'Names and arrivals', 'Food only', '–', '–'],
    ['Bookkeeper', 'See', 'Names and arrivals', '–', 'See, close months, export', '–'],
  ])
})
