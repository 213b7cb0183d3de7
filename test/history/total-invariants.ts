/**
 * Checks totals (R3.11). The overpaid part of a refund must stay as it was decided, and every page and table
 * must show the same totals. The test computes the totals itself from the rows, without using the stored
 * overpaid part.
 */
import Papa from 'papaparse'
import { signInAdmin } from '#test/support/booking/admin.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import type { Reservation } from '#domain/booking/contract/reservation.ts'
import { listMoneySums } from '#domain/booking/store/payments.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { type Guest, listGuests } from '#domain/guests/roster/contract.ts'
import { moneyRows } from '#domain/booking/domain/money-rows.ts'
import { ranchDay } from '#shared/days.ts'
import type { MoneyRows } from '#shared/money-rows.ts'
import { rowProblems } from '#test/support/booking/money-rows-add-up.ts'
import { moneyOf, type ReservationMoney } from '#shared/reservation-money.ts'
import { type Snapshot, sumOf } from './snapshot.ts'
import { countEvent, dollars, type HistoryState } from './history-state.ts'

type RefundRow = Snapshot['refunds'][number]

const counts = (refund: RefundRow | undefined) => refund !== undefined && refund.status !== 'failed'

/**
 * Returns true for a refund by an admin or in Stripe's dashboard. The part of such a refund that exceeds an
 * overpayment is goodwill.
 */
const mayBeFavor = ({ reason }: RefundRow) => reason === 'admin' || reason === 'provider'

interface Totals {
  due: number
  paid: number
  unpaid: number
  refunded: number
}

/** Computes a reservation's totals from its invoices and payments, and from the given refunds. */
export function totalsOf(
  { invoices, payments, reservations }: Snapshot,
  id: number,
  { refunds, state }: { refunds: readonly RefundRow[]; state: HistoryState },
): Totals {
  const own = invoices.filter(({ reservationId }) => reservationId === id)
  const totals = {
    due: reservations.find((row) => row.id === id)?.price ?? 0,
    paid: 0,
    unpaid: 0,
    refunded: 0,
  }
  totals.due += sumOf(own.filter(({ extra }) => extra))
  let favors = 0
  for (const invoice of own) {
    const payment = payments.find(({ invoiceId }) => invoiceId === invoice.id)
    if (!payment) totals.unpaid += invoice.amount
    if (!payment) continue
    const counted = refunds.filter((one) => one.paymentId === payment.id && counts(one))
    const asked = sumOf(counted)
    const favor = counted
      .filter(mayBeFavor)
      .reduce((sum, one) => sum + one.amount - (state.overpayments.get(one.id) ?? 0), 0)
    // Limits the refund to the payment's amount, because Stripe never refunds more than was paid.
    const made = Math.min(asked, payment.amount)
    totals.refunded += made
    totals.paid += payment.amount - made
    favors += Math.max(0, Math.min(favor, payment.amount - (asked - favor)))
  }
  return { ...totals, due: Math.max(0, totals.due - favors) }
}

const ownerOf = ({ payments, invoices }: Snapshot, { paymentId }: RefundRow) => {
  const payment = payments.find(({ id }) => id === paymentId)
  return invoices.find(({ id }) => id === payment?.invoiceId)?.reservationId
}

/** Returns all data on which a reservation's totals depend, except the refunds in `without`. */
const factsOf = (moment: Snapshot, id: number, without: readonly RefundRow[]) => {
  const invoices = moment.invoices.filter(({ reservationId }) => reservationId === id)
  const payments = moment.payments.filter((one) => invoices.some((invoice) => invoice.id === one.invoiceId))
  const refunds = moment.refunds.filter(
    (one) =>
      counts(one) &&
      payments.some((payment) => payment.id === one.paymentId) &&
      !without.some((row) => row.id === one.id),
  )
  return JSON.stringify([
    moment.reservations.find((row) => row.id === id)?.price,
    invoices.map(({ id: invoiceId, amount, extra }) => [invoiceId, amount, extra]),
    payments.map(({ id: paymentId, amount }) => [paymentId, amount]),
    refunds.map(({ id: refundId }) => refundId),
  ])
}

interface Step {
  before: Snapshot
  after: Snapshot
  state: HistoryState
}

/**
 * Checks how much of each refund returns an overpayment. It must be the overpayment at the time of the
 * decision, and no later step may change it.
 */
export const refundPartsStay = ({ before, after, state }: Step): string[] => {
  const beforeOf = (refund: RefundRow) => before.refunds.find(({ id }) => id === refund.id)
  const counted = after.refunds.filter(counts)
  const made = counted.filter((one) => !counts(beforeOf(one)))
  const failed = after.refunds.filter((one) => !counts(one) && counts(beforeOf(one)))
  for (const one of failed)
    if (state.overpayments.get(one.id)) countEvent(state, 'a refund of an overpayment failed')
  for (const { id } of [...failed, ...made]) state.overpayments.delete(id)
  countRisenTotals({ before, after, state })
  const wrong: string[] = []
  const expectPart = (refund: RefundRow, part: number, when: string) => {
    if (refund.overpayment !== part)
      wrong.push(
        `the refund ${refund.key} of ${dollars(refund.amount)} ${when} ${dollars(part)} of an overpayment, and says ${dollars(refund.overpayment)}`,
      )
  }
  for (const refund of counted) {
    if (made.includes(refund)) {
      const part = partOf({ before, after, state }, refund, made)
      if (part !== null) expectPart(refund, part, 'returned')
      state.overpayments.set(refund.id, part ?? refund.overpayment)
      countKind(state, refund, part ?? refund.overpayment)
      continue
    }
    // Stripe may refuse one of two refunds of a payment. Then the other refund returns the overpayment
    // instead.
    const inherits = failed.some(({ paymentId }) => paymentId === refund.paymentId)
    if (inherits) state.overpayments.set(refund.id, refund.overpayment)
    else expectPart(refund, state.overpayments.get(refund.id) ?? 0, 'was')
  }
  return wrong
}

/**
 * Returns how many cents of a refund return an overpayment. Returns null if the step also changed other
 * amounts, because the order of the changes is unknown.
 */
function partOf(
  { before, after, state }: Step,
  refund: RefundRow,
  made: readonly RefundRow[],
): number | null {
  const owner = ownerOf(after, refund)
  if (owner === undefined || !mayBeFavor(refund)) return 0
  const ofOwner = made.filter((one) => ownerOf(after, one) === owner)
  const isKnown = ofOwner.length > 1 && ofOwner.some((one) => before.refunds.some(({ id }) => id === one.id))
  if (isKnown || factsOf(before, owner, made) !== factsOf(after, owner, made)) return null
  const earlier = [...before.refunds, ...ofOwner.filter(({ id }) => id < refund.id)].filter(
    ({ id }) => id !== refund.id,
  )
  const { due, paid } = totalsOf(before, owner, { refunds: earlier, state })
  return Math.min(refund.amount, Math.max(0, paid - due))
}

function countKind(state: HistoryState, { amount, reason }: RefundRow, part: number): void {
  if (reason !== 'admin' && reason !== 'provider') return
  const by = reason === 'admin' ? 'by an admin' : 'at the dashboard'
  const what = part === 0 ? 'a favor' : part === amount ? 'an overpayment' : 'an overpayment and a favor'
  countEvent(state, `a refund of ${what} ${by}`)
}

function countRisenTotals({ before, after, state }: Step): void {
  for (const { id } of after.reservations) {
    const own = after.refunds.filter((one) => ownerOf(after, one) === id)
    const parts = own.reduce((sum, one) => sum + (state.overpayments.get(one.id) ?? 0), 0)
    const refunds = own.filter(counts)
    const [was, is] = [before, after].map((moment) => totalsOf(moment, id, { refunds, state }).due)
    if (parts > 0 && (was ?? 0) < (is ?? 0))
      countEvent(state, 'a total rose after the refund of an overpayment')
  }
}

/** The tables of one event that an admin can read. */
interface Tables {
  attendees: AdminReservation[]
  roster: Guest[]
  /**
   * The rows of the two CSV downloads, in the same order. Programs read `fields`, and people read `people`.
   */
  fields: Record<string, string>[]
  people: Record<string, string>[]
}

export interface AllTables {
  events: Tables[]
  /** The totals that the database computes, by reservation id. */
  sums: Map<number, ReservationMoney>
}

/**
 * Downloads a CSV table. Returns each row as an object whose keys are the column headings. Leaves out the line by which
 * the table of an open month says that it may change.
 */
export async function readCsv(browser: TestBrowser, path: string): Promise<Record<string, string>[]> {
  const response = await browser.fetch(path)
  const text = (await response.text()).replace(/^\uFEFF?("Open, may change: .*\r\n)?/, '')
  const [head = [], ...rows] = Papa.parse(text).data
  return rows
    .slice(0, -1)
    .map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}

export async function readTables({ site }: HistoryState, now: Snapshot): Promise<AllTables> {
  const { browser } = await signInAdmin(site.app)
  const csv = (id: number, form: string) => readCsv(browser, `/api/auth/event/export?id=${id}&form=${form}`)
  const events: Tables[] = []
  for (const { id, urlName } of now.events) {
    if (!now.reservations.some(({ eventId }) => eventId === id)) continue
    const event = await browser.call(getEvent, { query: { eventUrlName: urlName } })
    const roster = await browser.call(listGuests, { query: { id } })
    if (!event.ok || !('reservations' in event.data) || !roster.ok) throw new Error(`no tables of ${urlName}`)
    events.push({
      attendees: event.data.reservations,
      roster: roster.data.guests,
      fields: await csv(id, 'fields'),
      people: await csv(id, 'people'),
    })
  }
  const { db } = site.app.services
  const reservationIds = now.reservations.map(({ id }) => id)
  const sums = await listMoneySums(db, { reservationIds }, ranchDay(now.now))
  return { events, sums: new Map([...sums].map(([id, one]) => [id, moneyOf(one)])) }
}

interface Agreeing {
  state: HistoryState
  now: Snapshot
  pages: ReadonlyMap<number, Reservation>
  tables: AllTables
}

/** Returns a reservation's totals as each page or table shows them, in cents: due, paid, still to pay. */
function shownBy({ pages, tables }: Pick<Agreeing, 'pages' | 'tables'>, id: number): Map<string, number[]> {
  const shown = new Map<string, number[]>()
  const note = (
    where: string,
    one: Pick<AdminReservation, 'totalDue' | 'totalPaid'> & { money: { stillToPay: number } },
  ) => shown.set(where, [one.totalDue, one.totalPaid, one.money.stillToPay])
  const page = pages.get(id)
  if (page) note('its private page', page)
  const sums = tables.sums.get(id)
  if (sums) note('the database', { ...sums, money: sums })
  for (const { attendees, roster, fields, people } of tables.events) {
    const attendee = attendees.find((one) => one.id === id)
    const guest = roster.find((one) => one.id === id)
    const index = fields.findIndex((one) => one['id'] === String(id))
    if (attendee) note('the attendee table', attendee)
    if (guest) note('the roster', guest)
    if (index < 0) continue
    const [row, person] = [fields[index], people[index]]
    shown.set('the table for programs', [Number(row?.['totalDue']), Number(row?.['totalPaid'])])
    const headings = ['Total due ($)', 'Paid ($)', 'Still to pay ($)']
    shown.set(
      'the table for people',
      headings.map((heading) => Math.round(Number(person?.[heading]) * 100)),
    )
  }
  return shown
}

/**
 * Returns a problem for each page or table whose totals differ from those that the test computes. Also
 * returns a problem if the unpaid invoices do not add up to what is still to pay.
 */
export const totalsAgree = ({ state, now, pages, tables }: Agreeing): string[] =>
  now.reservations.flatMap(({ id, status }) => {
    const { due, paid, unpaid, refunded } = totalsOf(now, id, { refunds: now.refunds, state })
    const stands = status === 'pending' || status === 'confirmed'
    const left = stands ? Math.max(0, due - paid) : 0
    const asked = stands ? unpaid : 0
    const totals = [due, paid, Math.max(left, asked)]
    const page = pages.get(id)
    const shown = shownBy({ pages, tables }, id)
    // A purged guest has no private page, but must appear in the other five places: the database, both CSV
    // downloads, the admin list and the roster.
    const missing = shown.size < (page ? 6 : 5) ? [`reservation ${id} is missing somewhere`] : []
    return [
      ...missing,
      ...[...shown].flatMap(([where, cents]) =>
        cents.every((one, index) => one === totals[index])
          ? []
          : [
              `reservation ${id} comes to ${totals.map(dollars).join(', ')} (due, paid, left), ${where} shows ${cents.map(dollars).join(', ')}`,
            ],
      ),
      ...(page ? invoicesAgree(page, { asked, left, refunded }) : []),
      ...shownRows({ page, tables }, id).flatMap(([where, rows]) =>
        rowProblems(rows).map((problem) => `reservation ${id}, ${where}: ${problem}`),
      ),
      ...(page ? rowsDiffer({ page, tables }, id) : []),
    ]
  })

interface ShownTo {
  page: Reservation | undefined
  tables: AllTables
}

/** Returns the rows of a reservation's money on its private page and at the desk (R52.1). */
function shownRows({ page, tables }: ShownTo, id: number): [string, MoneyRows][] {
  const attendee = tables.events.flatMap(({ attendees }) => attendees).find((one) => one.id === id)
  return [
    ...(page ? [['its private page', moneyRows(page, 'guest')] satisfies [string, MoneyRows]] : []),
    ...(attendee ? [['the desk', moneyRows(attendee, 'guest')] satisfies [string, MoneyRows]] : []),
  ]
}

const rowWords = ([, { parts, total, settled }]: [string, MoneyRows]) =>
  [...parts, total, ...settled].map(({ label, cents }) => `${label} ${dollars(cents)}`).join(', ')

/** Returns a problem if the rows of the private page differ from those at the desk. Lists omit ended stays' rows. */
function rowsDiffer(shown: ShownTo, id: number): string[] {
  const [page, desk] = shownRows(shown, id)
  if (!page || !desk || (shown.page && 'ended' in shown.page)) return []
  return rowWords(page) === rowWords(desk)
    ? []
    : [`reservation ${id} shows ${rowWords(page)} on its private page, and ${rowWords(desk)} at the desk`]
}

function invoicesAgree(
  { id, invoices, money }: Reservation,
  { asked, left, refunded }: { asked: number; left: number; refunded: number },
): string[] {
  const given = invoices.reduce((sum, invoice) => sum + invoice.refunded, 0)
  const open = sumOf(invoices.filter(({ paid }) => !paid))
  const byCause = Object.values(money.refunded).reduce((sum, cents) => sum + cents, 0)
  return [
    ...(given === refunded && byCause === refunded
      ? []
      : [
          `reservation ${id} was refunded ${dollars(refunded)}, but shows ${dollars(given)} and ${dollars(byCause)}`,
        ]),
    ...(money.notInvoiced === Math.max(0, left - asked) && money.overInvoiced === Math.max(0, asked - left)
      ? []
      : [`reservation ${id} shows a wrong difference between what is left to pay and what is invoiced`]),
    ...(open - money.overInvoiced + money.notInvoiced === left || left + asked === 0
      ? []
      : [`reservation ${id} has open invoices of ${dollars(open)}, and ${dollars(left)} left to pay`]),
  ]
}
