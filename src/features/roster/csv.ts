/** An event's reservations as CSV (R11.10), made while it is sent. */
import { type Options, stringify } from 'csv-stringify/sync'
import { GUEST_DETAILS } from '#shared/guest-details.ts'
import { isHeld } from '#shared/reservation-status.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { type BookingDeps, listReservations, readReservations } from '#features/booking/index.ts'
import { countTaken, type EventRow } from '#features/events/index.ts'

const [nickname, ...otherDetails] = GUEST_DETAILS

/** The columns: fields of a reservation that hold one value. The uuid is the guest's secret, and stays out. */
const COLUMNS = [
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

const CSV: Options = {
  record_delimiter: '\r\n',
  // = + - @, tab and CR, also in their wide forms, get an apostrophe: no program computes them, people can read them.
  escape_formulas: true,
  cast: { boolean: (value) => String(value) },
}

/** So that spreadsheets read it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
const BATCH = 200

/** Read in parts, so that neither memory nor the database's one connection is taken up by a large event. */
export function csvOf(deps: BookingDeps, event: EventRow): ReadableStream<Uint8Array<ArrayBuffer>> {
  const lines = linesOf(deps, event)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (err) {
        // The reply has begun: all that can be done is to break it off, so that half a table is not taken for one.
        deps.log.error({ err, event: event.id }, 'a table broke off')
        throw err
      }
    },
    async cancel() {
      await lines.return()
    },
  })
}

async function* linesOf(deps: BookingDeps, event: EventRow): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + stringify([[...COLUMNS]], CSV)
  const taken = await countTaken(deps.db, event.id)
  let after = 0
  for (;;) {
    const rows = await listReservations(deps.db, { eventId: event.id, after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    const reservations = await readReservations(deps, rows, { event, taken })
    // A spot that is held for somebody is nobody's yet.
    yield stringify(
      reservations
        .filter((reservation) => !isHeld(reservation))
        .map((reservation) => COLUMNS.map((name) => reservation[name])),
      CSV,
    )
    after = last.id
  }
}

const LONGEST = 80

/**
 * The name under which a download is saved, from a text that people wrote: the header `content-disposition` (RFC 6266): plain letters, digits and dashes for old programs, the text itself
 * beside it. Nothing in it can end the header, leave the folder or be a device of Windows.
 */
export function attachment(title: string, ending: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const whole = [...title.normalize('NFC')]
    .slice(0, LONGEST)
    .map((letter) => (FORBIDDEN.test(letter) ? ' ' : letter))
    .join('')
  const old = ['reservations', ...plain].join('-').slice(0, LONGEST)
  const name = `Reservations ${whole}`.replaceAll(/\s+/g, ' ').trim()
  return `attachment; filename="${old}.${ending}"; filename*=UTF-8''${encoded(name)}.${ending}`
}

/** Characters that no file system or header takes, and marks that turn letters round. */
const FORBIDDEN = /[\p{C}\\/:*?"<>|]/u

/** RFC 8187: what `encodeURIComponent` leaves and a header does not take. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
}
