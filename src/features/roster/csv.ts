/** An event's reservations and its waitlist as CSV (R11.10), made while they are sent. */
import { type Options, stringify } from 'csv-stringify/sync'
import { GUEST_DETAILS } from '#shared/guest-details.ts'
import { isHeld } from '#shared/reservation-status.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { ownPrice } from '#features/booking/domain/party.ts'
import {
  type BookingDeps,
  listPayoutsOf,
  listReservations,
  readReservations,
} from '#features/booking/index.ts'
import { readSpots, type EventRow } from '#features/events/index.ts'
import type { WaitlistEntry } from '#features/waitlist/contract/entries.ts'
import { readQueue } from '#features/waitlist/index.ts'
import type { CsvForm } from './contract.ts'
import {
  chosenOf,
  type Column,
  type CsvGuest,
  GUEST_COLUMNS,
  payerOf,
  WAITLIST_COLUMNS,
} from './csv-columns.ts'

const [nickname, ...otherDetails] = GUEST_DETAILS

/** The fields of a reservation that hold one value. The uuid is the guest's secret, and stays out. */
const GUEST_FIELDS = [
  'id',
  'status',
  'holdExpiresAt',
  'customerName',
  nickname,
  'email',
  ...otherDetails,
  'safetyConsent',
  'photoConsent',
  'additionalInformationProvided',
  'totalDue',
  'totalPaid',
  'fullyPaid',
  'eventName',
  'notes',
] as const satisfies (keyof AdminReservation)[]

/** After all others, so that programs find the columns that they know where they were. */
const LATER_FIELDS: Column<CsvGuest>[] = [
  { heading: 'arrivalDay', value: ({ arrival }) => arrival?.told?.day },
  { heading: 'arrivalTime', value: ({ arrival }) => arrival?.told?.time },
  { heading: 'arrivalBy', value: ({ arrival }) => arrival?.told?.by },
  { heading: 'leftPavementAt', value: ({ arrival }) => arrival?.leftPavementAt },
  { heading: 'hereAt', value: ({ arrival }) => arrival?.hereAt },
  { heading: 'room', value: ({ room }) => room },
  { heading: 'lodging', value: (guest) => chosenOf(guest, 'lodging') },
  { heading: 'extras', value: (guest) => chosenOf(guest, 'extra') },
  { heading: 'paidBy', value: (guest) => payerOf(guest)?.id },
  { heading: 'ownPrice', value: ({ ownPrice }) => ownPrice },
  { heading: 'discount', value: ({ discount }) => discount?.amount ?? 0 },
  { heading: 'code', value: ({ discount }) => discount?.code },
]

const WAITLIST_FIELDS = [
  'id',
  'customerName',
  'email',
  'state',
  'position',
  'createdAt',
  'confirmedAt',
  'offerUntil',
  'size',
] as const satisfies (keyof WaitlistEntry)[]

const asFields = <Field extends string, Row extends Record<Field, unknown>>(
  names: readonly Field[],
): Column<Row>[] => names.map((name) => ({ heading: name, value: (row) => row[name] }))

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
  const fields = [...asFields<(typeof GUEST_FIELDS)[number], CsvGuest>(GUEST_FIELDS), ...LATER_FIELDS]
  const parts = partsOf(deps, event, form === 'people' ? GUEST_COLUMNS : fields)
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
    // A spot that is held for somebody is nobody's yet.
    yield linesOf(
      columns,
      reservations.filter((reservation) => !isHeld(reservation)),
    )
    after = last.id
  }
}

/** An event's waitlist in the order of the line, whole: its entries are short. */
export async function waitlistCsvOf(
  { db, sealer }: BookingDeps,
  eventId: number,
  form: CsvForm,
): Promise<string> {
  const columns = form === 'people' ? WAITLIST_COLUMNS : asFields<string, WaitlistEntry>(WAITLIST_FIELDS)
  const { entries } = await readQueue(db, sealer, { eventId })
  return headOf(columns) + linesOf(columns, entries)
}
