/** Converts database rows of reservations to the reservations of the API contract. */
import { listArrivals } from '#domain/onsite/arrival/store.ts'
import { showArrival } from '#domain/onsite/arrival/show-arrival.ts'
import { listPlaces } from '#domain/onsite/rooms/store.ts'
import { listOpenMoney } from '#domain/money/ledger/store/open-money.ts'
import { listCodeNames } from '../codes/store/codes.ts'
import { type ListedEmail, listEmails } from '#platform/email-queue.ts'
import type { EventSummary } from '#domain/events/contract/events.ts'
import { type EventRow, findEvent, readSpots } from '#domain/events/store/events.ts'
import { totalPrice } from '#domain/events/domain/options.ts'
import type { Spots } from '#domain/events/rules.ts'
import { toEventSummary } from '#domain/events/contract/event-replies.ts'
import type { Database } from '#platform/database/database.ts'
import { openColumns, type Sealer } from '#platform/sealing.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import type { Discount } from '#shared/invoice-label.ts'
import type { Cents } from '#shared/money.ts'
import { allRefunded, moneyOf, type Refunded, type ReservationMoney } from '#shared/reservation-money.ts'
import { isActive } from '#shared/reservation-status.ts'
import type { AdminReservation, Consent, SentEmail } from '../contract/admin.ts'
import type { AdminInvoice } from '../contract/invoices.ts'
import type { EndedMoney, Invoice, Party, Reservation } from '../contract/reservation.ts'
import type { BookingDeps } from '../deps.ts'
import type { Choice } from '../domain/choices.ts'
import { type InvoicePart, invoiceParts, partyInvoiceParts } from '../domain/invoice-parts.ts'
import { inAdminOrder, inGuestOrder } from '../domain/invoices.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { openMemo } from '../sealed-memo.ts'
import { isPaidToConfirm, waitsForMailbox } from '../domain/mailbox.ts'
import type { StayMoney } from '../domain/money-rows.ts'
import { isPayer, ownPrice, payerOf } from '../domain/party.ts'
import { expectedCharge } from '../domain/saved-card.ts'
import { type SavedCardRow, listSavedCards } from '../store/saved-cards.ts'
import { findInvoicePlace, listLinesOfStays } from '../store/invoices.ts'
import { type InvoiceLine, listInvoiceLinesOf, listMoneySums } from '../store/payments.ts'
import { isRefundUndecided, listKeptFees, sumOpenRefunds } from '../store/refunds.ts'
import { findReservation, listChoicesOf, listParties, type ReservationRow } from '../store/reservations.ts'
import { readIncludedTaxes } from './included-taxes.ts'
import { findOwnSpot, guestOf } from './request-confirmation.ts'

/** What the price of a reservation consists of. */
interface Priced {
  choices: Choice[]
  party: PartyRows | null
  /** Names of the discount codes that the guest and their party used. */
  codes: ReadonlyMap<number, string>
}

/** What `toReservation` needs of a reservation from other tables. */
interface Around extends Priced {
  lines: InvoiceLine[]
  /** Returns whether a spot of this party with the given status waits for confirmation by e-mail. */
  waitsForMailbox: (status: ReservationRow['status']) => boolean
}

interface ShownWith extends Around {
  event: EventSummary
  /** Stripe's client secrets by invoice id, for the invoices that can be paid now. */
  secrets: ReadonlyMap<number, string>
  money: ReservationMoney
  sealer: Sealer
}

/** A party's reservations, their chosen options, and how much of each invoice is for which guest. */
interface PartyRows {
  /** Reservations of the party, the payer's first. */
  members: ReservationRow[]
  choices: ReadonlyMap<number, Choice[]>
  linesFor: Awaited<ReturnType<typeof listLinesOfStays>>
  kept: Awaited<ReturnType<typeof listKeptFees>>
}

/**
 * Reads what `toReservation` needs of these reservations from other tables. Runs the same number of SQL statements
 * for any number of reservations.
 */
export async function readRelatedRows(
  db: Database,
  rows: readonly ReservationRow[],
): Promise<(row: ReservationRow) => Around> {
  const billed = [...new Set([...rows.map(({ id }) => id), ...rows.map(payerOf)])]
  const lines = Map.groupBy(await listInvoiceLinesOf(db, billed), ({ invoice }) => invoice.reservationId)
  const pricedOf = await readPricedRows(db, rows)
  return (row) => {
    const priced = pricedOf(row)
    const { consentAt } = priced.party?.members.find(isPayer) ?? row
    const isDue = (lines.get(payerOf(row)) ?? []).some(({ invoice }) => isPaidToConfirm(invoice))
    return {
      ...priced,
      lines: lines.get(row.id) ?? [],
      waitsForMailbox: (status) => waitsForMailbox({ status, consentAt }, { isDue }),
    }
  }
}

/** The columns of a reservation that its price depends on. */
type PricedRow = Pick<ReservationRow, 'id' | 'partyId' | 'status' | 'codeId' | 'discount'>

/** Reads what the prices of these reservations consist of. */
async function readPricedRows(db: Database, rows: readonly PricedRow[]): Promise<(row: PricedRow) => Priced> {
  const choices = await listChoicesOf(
    db,
    rows.map(({ id }) => id),
  )
  const parties = await readParties(db, rows)
  const everybody = [...rows, ...[...parties.values()].flatMap(({ members }) => members)]
  const codes = await listCodeNames(
    db,
    everybody.map(({ codeId }) => codeId),
  )
  return ({ id, partyId }) => ({
    choices: choices.get(id) ?? [],
    party: partyId === null ? null : (parties.get(partyId) ?? null),
    codes,
  })
}

/**
 * Returns the parties of these reservations, by the payer's id. Runs no SQL statement if no guest is in a party.
 */
async function readParties(db: Database, rows: readonly PricedRow[]): Promise<Map<number, PartyRows>> {
  const parties = await listParties(
    db,
    rows.flatMap(({ partyId }) => partyId ?? []),
  )
  if (parties.size === 0) return new Map()
  const everybody = [...parties.values()].flat()
  const choices = await listChoicesOf(
    db,
    everybody.map(({ id }) => id),
  )
  const linesFor = await listLinesOfStays(db, [...parties.keys()])
  const kept = await listKeptFees(
    db,
    everybody.map(({ id }) => id),
  )
  return new Map([...parties].map(([id, members]) => [id, { members, choices, linesFor, kept }]))
}

/**
 * Converts a database row to a reservation and decrypts its personal fields. Throws if a sealed value was moved or
 * changed in the database (see `Sealer.open`).
 */
export function toReservation(row: ReservationRow, around: ShownWith): Reservation {
  const { event, lines, choices, party, secrets, sealer } = around
  const parts = splitInvoices(row, around)
  const { notes: _, ...details } = openGuestDetails(sealer, row)
  const { totalDue, totalPaid, fullyPaid, ...money } = around.money
  const discount = toDiscount(row, around)
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    waitsForMailbox: around.waitsForMailbox(row.status),
    ...details,
    customerName: details.customerName ?? '',
    email: details.email ?? '',
    totalDue,
    totalPaid,
    fullyPaid,
    money,
    additionalInformationProvided: additionalInformationProvided(details),
    eventName: event.name,
    event,
    party: party && toParty(row, { ...party, waitsForMailbox: around.waitsForMailbox }, sealer),
    options: choices,
    ...(discount && { discount }),
    invoices: inGuestOrder(lines.map((line) => toInvoice(line, parts, secrets))),
  }
}

/** Returns the party of this guest. Only the payer gets private links: those to pass on to companions. */
function toParty(
  row: ReservationRow,
  { members, kept, waitsForMailbox: waits }: PartyRows & Pick<Around, 'waitsForMailbox'>,
  sealer: Sealer,
): Party {
  const payer = isPayer(row)
  return {
    payer,
    members: members.map((member) => {
      const { customerName, ...details } = openGuestDetails(sealer, member)
      const detailsGiven = additionalInformationProvided(details)
      const lacksDetails = !detailsGiven && member.purgedAt === null
      const toHandOn = payer && member.linkHandedOn && lacksDetails && isActive(member.status)
      return {
        id: member.id,
        customerName: customerName ?? '',
        status: member.status,
        waitsForMailbox: waits(member.status),
        payer: isPayer(member),
        detailsGiven,
        hasEmail: details.email !== null,
        uuid: toHandOn ? member.uuid : null,
        price: ownPrice(member),
        kept: kept.get(member.id) ?? null,
      }
    }),
  }
}

/** Returns the discount of this guest's stay. In a party, the code is the one that the payer used. */
function toDiscount(
  { discount, codeId }: PricedRow,
  { party, codes }: Pick<Priced, 'party' | 'codes'>,
): Discount | null {
  const id = codeId ?? party?.members.find(isPayer)?.codeId ?? null
  return discount === 0 ? null : { code: id === null ? null : (codes.get(id) ?? null), amount: discount }
}

/**
 * Returns a stay's money for `moneyRows`, also after the stay has ended. `money` has its totals. The first ranch
 * day of the stay decides its taxes.
 */
export async function readStayMoney(
  { db, sealer }: Pick<ReadDeps, 'db' | 'sealer'>,
  row: PricedRow,
  { firstDay, ...stay }: { money: ReservationMoney; firstDay: Day },
): Promise<StayMoney> {
  const priced = (await readPricedRows(db, [row]))(row)
  const { party, choices } = priced
  const { totalDue, totalPaid, ...money } = stay.money
  return {
    id: row.id,
    status: row.status,
    totalDue,
    totalPaid,
    money,
    options: choices,
    discount: toDiscount(row, priced) ?? undefined,
    party: party && {
      payer: isPayer(row),
      members: party.members.map((member) => ({
        id: member.id,
        customerName: openGuestDetails(sealer, member).customerName ?? '',
        price: ownPrice(member),
        kept: party.kept.get(member.id) ?? null,
      })),
    },
    taxes: await readIncludedTaxes(db, row, { firstDay, goodwill: money.goodwill }),
    ...(await showEnd(db, row, { totalPaid, refunded: money.refunded })),
  }
}

function splitInvoices(
  row: ReservationRow,
  around: Around & { event: Pick<EventRow, 'cost'> },
): Map<number, InvoicePart[]> {
  const { event, lines, choices, party } = around
  const invoices = lines.map(({ invoice, payment }) => ({ ...invoice, paidAt: payment?.paidAt ?? null }))
  if (!party)
    return invoiceParts({ price: ownPrice(row), choices, discount: toDiscount(row, around) }, invoices)
  const members = party.members.map((member) => {
    const chosen = party.choices.get(member.id) ?? []
    const stay = {
      id: member.id,
      price: ownPrice(member),
      choices: chosen,
      discount: toDiscount(member, around),
    }
    const usualPrice = isActive(member.status) ? null : event.cost - member.discount + totalPrice(chosen)
    return { ...stay, usualPrice }
  })
  const asked = invoices.map((invoice) => ({ ...invoice, lines: party.linesFor.get(invoice.id) ?? [] }))
  // A guest who was split off still has lines in invoices that were paid before.
  const splitOff = new Map<number, Cents>()
  for (const { reservationId: id, amount } of asked.flatMap((invoice) => invoice.lines)) {
    if (members.every((member) => member.id !== id)) splitOff.set(id, (splitOff.get(id) ?? 0) + amount)
  }
  const others = [...splitOff].map(([id, price]) => ({
    id,
    price,
    usualPrice: null,
    choices: [],
    discount: null,
  }))
  return partyInvoiceParts([...members, ...others], asked)
}

/**
 * Converts an invoice's database row to an invoice. `secrets` has the client secrets of invoices that can be paid
 * now.
 */
const toInvoice = (
  { invoice, payment, refunded }: InvoiceLine,
  parts: ReadonlyMap<number, InvoicePart[]>,
  secrets: ReadonlyMap<number, string>,
): Invoice => ({
  ...invoice,
  partOfPrice: !invoice.extra,
  paid: payment !== null,
  datePaid: payment?.paidAt.toISOString() ?? null,
  paymentMethod: payment?.method ?? null,
  card: payment?.card ?? null,
  createdAt: invoice.createdAt.toISOString(),
  sent: invoice.sentAt !== null,
  dateSent: invoice.sentAt?.toISOString() ?? null,
  refunded: payment ? allRefunded(refunded) : 0,
  disputed: (payment?.withdrawn ?? 0) > 0,
  withdrawn: payment?.withdrawn ?? 0,
  lines: parts.get(invoice.id) ?? [],
  clientSecret: payment ? null : (secrets.get(invoice.id) ?? null),
})

/** Adds to an invoice what only admins see of its manual payment. */
function toAdminInvoice(sealer: Sealer, invoice: Invoice, lines: readonly InvoiceLine[]): AdminInvoice {
  const { payment = null, depositedOn = null } = lines.find((line) => line.invoice.id === invoice.id) ?? {}
  const { reference = null } = payment ?? {}
  return { ...invoice, reference, memo: payment ? openMemo(sealer, 'payments', payment) : null, depositedOn }
}

type ReadDeps = Pick<BookingDeps, 'db' | 'sealer' | 'now' | 'termsHash' | 'settings'>

/** Client secrets for replies to admins. Admins do not pay, so there are none. */
const NO_SECRETS = new Map<number, string>()

/**
 * Returns an event's reservations as admins see them, with invoices, e-mails, arrivals and rooms, in the given
 * order. Runs the same number of SQL statements for any number of reservations.
 */
export async function readReservations(
  { db, sealer, now, termsHash, settings }: ReadDeps,
  rows: ReservationRow[],
  { event, spots }: { event: EventRow; spots: Spots },
): Promise<AdminReservation[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const aroundOf = await readRelatedRows(db, rows)
  const mails = Map.groupBy(await listEmails(db, ids), (mail) => mail.reservationId)
  const arrivals = await listArrivals(db, ids)
  const places = await listPlaces(db, ids)
  const open = await listOpenMoney(db, { reservationIds: ids })
  const isOn = settings.keepCards
  const cards = await listSavedCards(db, { isOn, now: now() }, { reservationIds: ids })
  // Computes the event's summary only once. Computing it for each reservation would be slow.
  const at = now()
  const totals = await listMoneySums(db, { reservationIds: ids }, ranchDay(at))
  const shared = { event: toEventSummary(event, spots, at), secrets: NO_SECRETS, sealer }
  return rows.flatMap((row) => {
    const sums = totals.get(row.id)
    // An admin may have deleted the reservation since its row was read.
    if (!sums) return []
    const around = aroundOf(row)
    const reservation = toReservation(row, { ...shared, ...around, money: moneyOf(sums) })
    const arrival = arrivals.get(row.id)
    const card = cards.find(({ reservationId }) => reservationId === row.id)
    const { notes } = openColumns(sealer, 'reservations', row, 'notes')
    return {
      ...reservation,
      invoices: inAdminOrder(reservation.invoices).map((invoice) =>
        toAdminInvoice(sealer, invoice, around.lines),
      ),
      notes,
      discounts: (around.party?.members ?? [row])
        .filter(({ id, status }) => id === row.id || status === 'confirmed')
        .map(({ discount }) => discount),
      consent: toConsent(row, termsHash),
      purgedAt: row.purgedAt?.toISOString() ?? null,
      sentEmails: (mails.get(row.id) ?? []).map(toSentEmail),
      directionsViewedAt: row.directionsViewedAt?.toISOString() ?? null,
      arrival: arrival ? showArrival(arrival, event) : null,
      room: places.get(row.id)?.words ?? null,
      ...showSavedCard(card),
      cardCharges: [...(card?.attempts ?? [])],
      openMoney: open.get(row.id) ?? 0,
      createdAt: row.createdAt.toISOString(),
      version: row.version,
    }
  })
}

/** Returns the reply fields about a saved card, also if the card was deleted. */
export function showSavedCard(
  row: SavedCardRow | undefined,
): Pick<AdminReservation, 'keptCard' | 'cardForgotten'> {
  if (row?.kept) return { keptCard: { card: row.kept.card, charge: expectedCharge(row.facts) } }
  return row?.isForgotten && row.facts.stands && row.facts.invoice !== null ? { cardForgotten: true } : {}
}

/** Returns an invoice by its id as admins see it, or undefined if there is no such invoice. */
export async function readInvoice(
  { db, sealer }: Pick<ReadDeps, 'db' | 'sealer'>,
  id: number,
): Promise<AdminInvoice | undefined> {
  const place = await findInvoicePlace(db, id)
  const row = place && (await findReservation(db, place.reservationId))
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) return undefined
  const around = (await readRelatedRows(db, [row]))(row)
  const line = around.lines.find(({ invoice }) => invoice.id === id)
  if (!line) return undefined
  const shown = toInvoice(line, splitInvoices(row, { ...around, event }), NO_SECRETS)
  return toAdminInvoice(sealer, shown, [line])
}

export async function readReservation(deps: ReadDeps, id: number): Promise<AdminReservation | undefined> {
  const row = await findReservation(deps.db, id)
  const event = row && (await findEvent(deps.db, row.eventId))
  if (!row || !event) return undefined
  const spots = await readSpots(deps.db, event.id)
  const [shown] = await readReservations(deps, [row], { event, spots })
  const otherSpot =
    row.status === 'expired' ? (await findOwnSpot(deps.db, deps, guestOf(deps, row)))?.id : undefined
  return (
    shown && {
      ...shown,
      ...(otherSpot === undefined ? {} : { otherSpot }),
      ...(await showEnd(deps.db, row, { ...shown, refunded: shown.money.refunded })),
    }
  )
}

/** Returns the reply field about the payments of a stay that has ended. Returns nothing for an active stay. */
export async function showEnd(
  db: Database,
  { id, partyId, status }: Pick<ReservationRow, 'id' | 'partyId' | 'status'>,
  { totalPaid, refunded: decided }: { totalPaid: Cents; refunded: Refunded },
): Promise<{ ended?: EndedMoney }> {
  if (isActive(status)) return {}
  const { requested, owed, refused } = await sumOpenRefunds(db, id)
  const members = isPayer({ id, partyId }) ? ((await listParties(db, [id])).get(id) ?? []) : []
  const fees = await listKeptFees(db, [id, ...members.map((member) => member.id)])
  const kept = totalPaid - refused
  const ended = {
    paid: totalPaid + allRefunded(decided),
    refunded: allRefunded(decided) - requested - owed,
    toRefundByHand: owed + refused,
    toRefundToCards: requested,
    kept,
    fees: Math.max(
      0,
      Math.min(
        kept,
        [...fees.values()].reduce((sum, one) => sum + one.fees, 0),
      ),
    ),
    undecided: await isRefundUndecided(db, id),
  }
  return { ended }
}

function toConsent({ consentTermsHash, consentAt }: ReservationRow, published: string): Consent | null {
  if (consentTermsHash === null || consentAt === null) return null
  return { termsHash: consentTermsHash, at: consentAt.toISOString(), current: consentTermsHash === published }
}

function toSentEmail({ subject, sentAt, ...mail }: ListedEmail): SentEmail {
  return { ...mail, subject: subject ?? '', sentAt: sentAt?.toISOString() ?? null }
}
