/** Our record of an intent that the provider has made. */
import {
  type Database,
  FOREIGN_KEY_VIOLATION,
  sqlState,
  UNIQUE_VIOLATION,
} from '#platform/database/database.ts'
import { isCharging, noteIntentOfCharge } from '../store/kept-cards.ts'
import { lockAmountDue } from '../store/invoices.ts'
import { insertIntent, type NewIntent } from '../store/payment-intents.ts'

/**
 * Notes an intent that the provider has made; does nothing when it is known. False: its invoice has another one
 * open, is paid, asks for another sum since an admin changed it, is being charged to a kept card, or is gone, like its event may be.
 * `charge`: the attempt that it was made for.
 */
export async function recordIntent(db: Database, intent: NewIntent, charge?: number): Promise<boolean> {
  const { id, invoiceId, amount } = intent
  try {
    return await db.transaction(async (tx) => {
      if (invoiceId !== null) {
        const isDue = await lockAmountDue(tx, { invoiceId, amount })
        if (!isDue || (await isCharging(tx, { invoiceId }, charge))) return false
      }
      await insertIntent(tx, intent)
      if (charge !== undefined) await noteIntentOfCharge(tx, charge, id)
      return true
    })
  } catch (error) {
    if ([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(sqlState(error) ?? '')) return false
    throw error
  }
}
