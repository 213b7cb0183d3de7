/** The kept table of Stripe's calls is what the installed packages declare. After an update of theirs: `npm run stripe-table`, then read the difference. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_FILE } from '#sandbox/payments/conformance/table.ts'
import { makeTable, tableText } from './table.ts'

test('the kept table is what the installed packages of Stripe declare', () => {
  expect(tableText(makeTable('node_modules'))).toBe(readFileSync(TABLE_FILE, 'utf8'))
})
