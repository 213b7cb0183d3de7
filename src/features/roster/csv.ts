/** An event's reservations and its waitlist as CSV (R11.10), made while they are sent. */
import { type Options, stringify } from 'csv-stringify/sync'
import { ownPrice } from '#features/booking/domain/party.ts'
import {
  type BookingDeps,
  listPayoutsOf,
  listReservations,
  readReservations,
} from '#features/booking/index.ts'
import { readSpots, type EventRow } from '#features/events/index.ts'
import { readQueue } from '#features/waitlist/index.ts'
import type { CsvForm } from './contract.ts'
import {
  type Column,
  type CsvGuest,
  GUEST_COLUMNS,
  WAITLIST_COLUMNS,
  GUEST_FIELDS,
  WAITLIST_FIELDS,
} from './csv-columns.ts'

const CSV: Options = {
  record_delimiter: '\r\n',
  // = + - @, tab and CR, also in their wide forms, get an apostrophe: no program computes them, people can read them.
  escape_formulas: true,
  cast: { boolean: (value) => String(value) },
}

/** So that spreadsheets read it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const BATCH = 200

const headOf = <Row>(columns: Column<Row>[]) =>
  BYTE_ORDER_MARK + stringify([columns.map(({ heading }) => heading)], CSV)

const linesOf = <Row>(columns: Column<Row>[], rows: Row[]) =>
  stringify(
    rows.map((row) => columns.map(({ value }) => value(row))),
    CSV,
  )

/** Read in parts, so that neither memory nor the database's one connection is taken up by a large event. */
export function csvOf(
  deps: BookingDeps,
  event: EventRow,
  form: CsvForm,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = partsOf(deps, event, form === 'people' ? GUEST_COLUMNS : GUEST_FIELDS)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (err) {
        // The reply has begun: all that can be done is to break it off, so that half a table is not taken for one.
        deps.log.error({ err, event: event.id }, 'a table broke off')
        throw err
      }
    },
    async cancel() {
      await parts.return()
    },
  })
}

async function* partsOf(
  deps: BookingDeps,
  event: EventRow,
  columns: Column<CsvGuest>[],
): AsyncGenerator<string, void> {
  yield headOf(columns)
  const spots = await readSpots(deps.db, event.id)
  let after = 0
  for (;;) {
    const rows = await listReservations(deps.db, { eventId: event.id, after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    const read = await readReservations(deps, rows, { event, spots })
    const prices = new Map(rows.map((row) => [row.id, ownPrice(row)]))
    const ids = rows.map(({ id }) => id)
    const payouts = Map.groupBy(await listPayoutsOf(deps.db, ids), ({ reservationId }) => reservationId)
    const reservations = read.map((row) => {
      return { ...row, ownPrice: prices.get(row.id) ?? 0, payouts: payouts.get(row.id) ?? [] }
    })
    yield linesOf(columns, reservations)
    after = last.id
  }
}

/** An event's waitlist in the order of the line, whole: its entries are short. */
export async function waitlistCsvOf(
  { db, sealer }: BookingDeps,
  eventId: number,
  form: CsvForm,
): Promise<string> {
  const columns = form === 'people' ? WAITLIST_COLUMNS : WAITLIST_FIELDS
  const { entries } = await readQueue(db, sealer, { eventId })
  return headOf(columns) + linesOf(columns, entries)
}
