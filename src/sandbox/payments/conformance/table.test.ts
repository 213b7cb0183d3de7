/** The kept table of Stripe's calls is what the installed packages declare. After an update of theirs: `npm run stripe-table`, then read the difference. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeTable, tableText } from '../testing/stripe-table/make-table.ts'
import { TABLE_FILE } from './table.ts'

test('the kept table is what the installed packages of Stripe declare', async () => {
  await expect(tableText(makeTable('node_modules'))).toMatchFileSnapshot(fileURLToPath(TABLE_FILE))
})
