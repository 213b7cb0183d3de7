/**
 * Checks that the books of a closed month never change (R49.3): an owner closes the months of a history, exports them,
 * deletes guests, renames accounts and lets the site purge. Every later export must be the same.
 */
import { closeMonth, exportStatement, nameAccounts, getStatement } from '#domain/money/statements/contract.ts'
import { ranchDay, ranchInstant } from '#shared/days.ts'
import { addMonths, firstOf, type Month, monthOf } from '#shared/months.ts'
import { type Admin, signInAdmin } from '#test/support/booking/admin.ts'
import { countEvent, type HistoryState } from './history-state.ts'
import { runWork, START } from './site.ts'
import { takeSnapshot } from './snapshot.ts'

const FORMS = ['lines', 'quickbooks'] as const

/** Closes every month until the one of this history's end, and returns what is wrong afterwards. */
export async function closedMonthsStay(state: HistoryState): Promise<string[]> {
  const { app } = state.site
  const last = monthOf(ranchDay(app.services.now()))
  app.clock.set(ranchInstant(firstOf(addMonths(last, 1)), 10))
  await runWork(state.site, 'everything')
  const owner = await signInAdmin(app)
  const closed = await owner.browser.call(closeMonth, { body: { month: last } })
  if (!closed.ok) return [`${last} could not be closed: ${closed.code}`]
  const before = await exportsOf(owner, last)
  await changeWhatIsPast(state, owner)
  const after = await exportsOf(await signInAdmin(app), last)
  if ([...before.values()].some((text) => /TM-\d/.test(text)))
    countEvent(state, 'a closed month was compared')
  return [...before].flatMap(([what, text]) =>
    after.get(what) === text ? [] : [`the export of ${what} was\n${text}\nand is now\n${after.get(what)}`],
  )
}

async function exportsOf(owner: Admin, last: Month): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (let month = monthOf(ranchDay(START)); month <= last; month = addMonths(month, 1)) {
    for (const form of FORMS) {
      const reply = await owner.browser.fetch(`/api/${exportStatement.path}?month=${month}&form=${form}`)
      if (!reply.ok) throw new Error(`the ${form} of ${month} answers ${reply.status}`)
      texts.set(`${month} ${form}`, await reply.text())
    }
  }
  return texts
}

/** Deletes two guests whatever they paid, renames the accounts, and purges all guests. */
async function changeWhatIsPast(state: HistoryState, owner: Admin): Promise<void> {
  const { reservations } = await takeSnapshot(state)
  for (const { id } of reservations.toReversed().slice(0, 3)) await owner.remove(id, 'true')
  const statement = await owner.browser.call(getStatement, { query: {} })
  if (!statement.ok) throw new Error(`no statement: ${statement.code}`)
  const { accounts, taxRate } = statement.data.accounts
  const renamed = Object.fromEntries(
    Object.entries(accounts).map(([key, account]) => [key, { ...account, name: `${account.name} again` }]),
  ) as typeof accounts
  await owner.browser.call(nameAccounts, { body: { accounts: renamed, taxRate } })
  state.site.app.clock.advance({ hours: 24 * 400 })
  await runWork(state.site, 'everything')
}
