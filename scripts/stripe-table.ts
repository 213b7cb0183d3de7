/** `npm run stripe-table`: makes the table of Stripe's calls anew from the installed packages' declarations (docs/payments.md). */
import { writeFileSync } from 'node:fs'
import { TABLE_FILE } from '#sandbox/payments/conformance/table.ts'
import { makeTable, tableText } from './stripe-table/table.ts'

const table = makeTable('node_modules')
writeFileSync(TABLE_FILE, tableText(table))
console.log(
  `stripe ${table.sdk} (API ${table.api}) and @stripe/stripe-js ${table.js}: ${Object.keys(table.calls).length} calls`,
)
