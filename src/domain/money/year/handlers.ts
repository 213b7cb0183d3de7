/** Handles the API calls about the report of a year. */
import { actorOf, recordAudit } from '#platform/audit.ts'
import { bind, type Bound } from '#platform/http/bind.ts'
import { csvResponse } from '#platform/http/headers.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import { addMonths } from '#shared/months.ts'
import { findLastClosedMonth, listMoneyByEvent } from '../ledger/store/read.ts'
import { exportYear, getYear, type YearReport } from './contract.ts'
import { yearTable } from './csv.ts'
import { yearReport } from './domain/figures.ts'
import { listDiscounts, listEventsWithGuests } from './store.ts'

type Deps = Pick<Services, 'db' | 'now' | 'sealer'>

export function yearHandlers(deps: Deps): Bound[] {
  const { db, now, sealer } = deps
  const thisYear = () => ranchDay(now()).slice(0, 4)
  return [
    bind(getYear, ({ query: { year = thisYear() } }) => readYear(deps, year)),

    bind(exportYear, async ({ query: { year = thisYear() } }, { caller }) => {
      const report = await readYear(deps, year)
      const entry = { entity: 'statement' as const, entityId: 1, action: 'year.exported', fields: [year] }
      await db.transaction((tx) => recordAudit(tx, sealer, [{ ...actorOf(caller), at: now(), ...entry }]))
      return csvResponse(yearTable(report), `attachment; filename="year-${year}.csv"`)
    }),
  ]
}

async function readYear({ db, now }: Deps, year: string): Promise<YearReport> {
  const days = { first: `${year}-01-01`, last: `${year}-12-31` }
  const today = ranchDay(now())
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01`, index))
  const [money, discounts, begun, closedThrough] = await Promise.all([
    listMoneyByEvent(db, days),
    listDiscounts(db, months),
    listEventsWithGuests(db, { ...days, last: today < days.last ? today : days.last }),
    findLastClosedMonth(db),
  ])
  return { year, ...yearReport(year, { money, discounts, begun }), closedThrough }
}
