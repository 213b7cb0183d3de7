/**
 * Writes an event's reservations and its waitlist as CSV (R11.10), and sends the CSV while writing it. The file for
 * people has headings in words, amounts in dollars that a spreadsheet can add up, and ranch days. The file for
 * programs has the names and values of the API, with amounts in cents.
 */
import { BY_WORDS } from '#domain/onsite/arrival/rules.ts'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { ownPrice } from '#domain/booking/domain/party.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import { listPayoutsOf } from '#domain/booking/store/payments.ts'
import { listReservations } from '#domain/booking/store/reservations.ts'
import { readReservations } from '#domain/booking/use-cases/show-reservation.ts'
import { readSpots, type EventRow } from '#domain/events/store/events.ts'
import type { WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { readWaitlist } from '#domain/booking/waitlist/admin-waitlist.ts'
import { asText, BYTE_ORDER_MARK, csvRows } from '#platform/csv.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatTime } from '#shared/format-days.ts'
import {
  GUEST_DETAILS,
  GUEST_FIELD_LABELS,
  type GuestField,
  type GuestDetail,
} from '#shared/guest-details.ts'
import { type Cents, plainDollars } from '#shared/money.ts'
import { statusWords } from '#shared/reservation-status.ts'
import type { CsvForm } from './contract.ts'

interface Column<Row> {
  heading: string
  value: (row: Row) => unknown
}

const yesNo = (yes: boolean) => (yes ? 'Yes' : 'No')
/** Returns the ranch day as `yyyy-mm-dd`, which spreadsheets in every country read as a date. */
const dayOf = (instant: string | null) => (instant === null ? '' : ranchDay(new Date(instant)))
/** Returns the ranch day as `yyyy-mm-dd`, and the time at the ranch. */
const instantOf = (instant: string | null) =>
  instant === null ? '' : `${dayOf(instant)}, ${formatTime(new Date(instant))}`
/**
 * Returns dollars as a plain number, because some spreadsheets cannot add up texts with a dollar sign. The column's
 * heading says that the amounts are dollars.
 */
const dollars = (cents: Cents) => plainDollars(cents)

interface CsvGuest extends AdminReservation {
  /** The price of the guest's own stay in cents, even if another guest pays it. */
  ownPrice: Cents
  /**
   * The Stripe payouts that brought the guest's card payments to the venue's bank account, as far as Stripe has
   * reported them.
   */
  payouts: readonly { id: string; day: Day }[]
}

/** Returns the payer of the guest's party, who may be this guest. Undefined for a guest in no party. */
const payerOf = ({ party }: Pick<AdminReservation, 'party'>) => party?.members.find(({ payer }) => payer)

const chosenOf = ({ options }: AdminReservation, kind: 'lodging' | 'extra'): string =>
  options.flatMap((option) => (option.kind === kind ? [option.name] : [])).join(', ')

const detailColumn = (name: GuestField): Column<CsvGuest> => ({
  heading: GUEST_FIELD_LABELS[name],
  value: (guest) => asText(guest[name]),
})

const [nickname, ...otherDetails] = GUEST_DETAILS

const GUEST_COLUMNS: Column<CsvGuest>[] = [
  { heading: 'Name', value: ({ customerName }) => asText(customerName || 'Deleted guest') },
  detailColumn(nickname),
  { heading: 'Status', value: (guest) => statusWords(guest) ?? 'Confirmed' },
  detailColumn('email'),
  ...otherDetails.map(detailColumn),
  { heading: 'Details complete', value: (guest) => yesNo(guest.additionalInformationProvided) },
  { heading: 'Agreed to the Terms of Stay', value: ({ safetyConsent }) => yesNo(safetyConsent) },
  { heading: 'May be in photos', value: ({ photoConsent }) => yesNo(photoConsent) },
  { heading: 'Total due ($)', value: ({ totalDue }) => dollars(totalDue) },
  { heading: 'Paid ($)', value: ({ totalPaid }) => dollars(totalPaid) },
  { heading: 'Still to pay ($)', value: ({ money }) => dollars(money.stillToPay) },
  { heading: 'Directions viewed', value: ({ directionsViewedAt }) => dayOf(directionsViewedAt) },
  { heading: 'Signed up', value: ({ createdAt }) => dayOf(createdAt) },
  { heading: 'Notes', value: ({ notes }) => asText(notes) },
  { heading: 'Arrival day', value: ({ arrival }) => arrival?.told?.day },
  { heading: 'Arrival time', value: ({ arrival }) => arrival?.told?.time },
  { heading: 'Arrives', value: ({ arrival }) => arrival?.told && BY_WORDS[arrival.told.by] },
  { heading: 'At the ranch since', value: ({ arrival }) => instantOf(arrival?.hereAt ?? null) },
  { heading: 'Room', value: ({ room }) => asText(room) },
  { heading: 'Lodging', value: (guest) => asText(chosenOf(guest, 'lodging')) },
  { heading: 'Extras', value: (guest) => asText(chosenOf(guest, 'extra')) },
  { heading: 'Party of', value: (guest) => asText(payerOf(guest)?.customerName) },
  { heading: 'Own price ($)', value: ({ ownPrice }) => dollars(ownPrice) },
  { heading: 'Payouts', value: ({ payouts }) => payouts.map(({ day, id }) => `${day} ${id}`).join(', ') },
  { heading: 'Discount code', value: ({ discount }) => asText(discount?.code) },
  { heading: 'Discount ($)', value: ({ discount }) => dollars(discount?.amount ?? 0) },
]

const STATE_LABELS: Record<WaitlistEntry['state'], string> = {
  unconfirmed: 'Not confirmed yet',
  waiting: 'Waiting',
  offered: 'Offered a spot',
  booked: 'Has a spot',
  declined: 'Declined',
  lapsed: 'Did not answer',
  skipped: 'Skipped',
}

const WAITLIST_COLUMNS: Column<WaitlistEntry>[] = [
  { heading: 'Place on the waitlist', value: ({ position }) => position },
  { heading: 'Name', value: ({ customerName }) => asText(customerName || 'Deleted guest') },
  { heading: 'Email', value: ({ email }) => email },
  { heading: 'Phone', value: ({ phone }) => asText(phone) },
  { heading: 'Spots', value: ({ size }) => size },
  { heading: 'Status', value: ({ state }) => STATE_LABELS[state] },
  { heading: 'Joined', value: ({ createdAt }) => dayOf(createdAt) },
  { heading: 'Added by hand', value: ({ byHand }) => yesNo(byHand) },
  { heading: 'Offered until', value: ({ offerUntil }) => dayOf(offerUntil) },
]

// From here on: the columns of the CSV for programs.

/**
 * The fields of a reservation that have a single value. Omits the uuid, because anyone with it can open the guest's
 * page.
 */
const GUEST_NAMES = [
  'id',
  'status',
  'holdExpiresAt',
  'customerName',
  'nickname',
  'email',
  'phone',
  'address',
  'emergencyContactName',
  'emergencyContactPhone',
  'foodAllergies',
  'medicalConditions',
  'otherInformation',
  'safetyConsent',
  'photoConsent',
  'additionalInformationProvided',
  'totalDue',
  'totalPaid',
  'fullyPaid',
  'eventName',
  'notes',
] as const satisfies (keyof AdminReservation)[]

/** Columns that were added later. They come last, because some programs find a column by its position. */
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
  { heading: 'waitsForMailbox', value: ({ waitsForMailbox }) => waitsForMailbox },
]

const WAITLIST_NAMES = [
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

/** Guest details that were added after the positions of the columns were fixed. */
const LATER_DETAILS = GUEST_DETAILS.filter((name) => !GUEST_NAMES.some((known) => known === name))

export const GUEST_FIELDS: Column<CsvGuest>[] = [
  ...asFields<(typeof GUEST_NAMES)[number], CsvGuest>(GUEST_NAMES),
  ...LATER_FIELDS,
  ...asFields<GuestDetail, CsvGuest>(LATER_DETAILS),
]

const WAITLIST_FIELDS: Column<WaitlistEntry>[] = asFields(WAITLIST_NAMES)

const BATCH = 200

const headOf = <Row>(columns: Column<Row>[]) =>
  BYTE_ORDER_MARK + csvRows([columns.map(({ heading }) => heading)])

const linesOf = <Row>(columns: Column<Row>[], rows: Row[]) =>
  csvRows(rows.map((row) => columns.map(({ value }) => value(row))))

interface GuestsCsv {
  form: CsvForm
  /** Ids of the reservations to write. Writes all if missing. */
  only?: number[] | undefined
}

/**
 * Sends the CSV of an event's guests in batches. So a large event neither fills the memory nor blocks the only
 * connection of the embedded database.
 */
export function csvOf(
  deps: BookingDeps,
  event: EventRow,
  { form, only }: GuestsCsv,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const columns = form === 'people' ? GUEST_COLUMNS : GUEST_FIELDS
  const parts = partsOf(deps, event, { columns, only: only && new Set(only) })
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (err) {
        // The reply has already started, so the site cannot send an error reply. Breaking the reply off keeps half a
        // CSV from looking complete.
        deps.log.error({ err, event: event.id }, 'CSV export aborted')
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
  { columns, only }: { columns: Column<CsvGuest>[]; only: ReadonlySet<number> | undefined },
): AsyncGenerator<string, void> {
  yield headOf(columns)
  const spots = await readSpots(deps.db, event.id)
  let after = 0
  for (;;) {
    const batch = await listReservations(deps.db, { eventId: event.id, after, limit: BATCH })
    const last = batch.at(-1)
    if (!last) return
    const rows = only ? batch.filter(({ id }) => only.has(id)) : batch
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

/** Returns an event's waitlist as CSV, by position. A waitlist is short enough to be built in one piece. */
export async function waitlistCsvOf(
  { db, sealer }: BookingDeps,
  eventId: number,
  form: CsvForm,
): Promise<string> {
  const columns = form === 'people' ? WAITLIST_COLUMNS : WAITLIST_FIELDS
  const { entries } = await readWaitlist(db, sealer, { eventId })
  return headOf(columns) + linesOf(columns, entries)
}
