/** Creates the rows of one guest's stay in memory, for tests of e-mail texts. */
import { renderToStaticMarkup } from 'react-dom/server'
import { toPlainText } from 'react-email'
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { ranchInstant } from '#shared/days.ts'
import { CONTACT_FIELDS, eachField } from '#shared/guest-details.ts'
import type { Cents } from '#shared/money.ts'
import type { StayMoney } from '#domain/booking/domain/money-rows.ts'
import { isActive } from '#shared/reservation-status.ts'
import type { PartyMember, ReservationEmail, ReservationSource } from '#domain/mail/emails/definition.ts'
import { EMAILS } from '#domain/mail/emails/registry.ts'
import { totalOf } from '#domain/mail/emails/facts/invoices.ts'
import type { Refund } from '#domain/mail/emails/facts/refunds.ts'
import type { ReservationRows } from '#domain/mail/emails/store/rows.ts'
import { plainTextOptions } from '#domain/mail/layout/html-and-text.ts'
import { emailText, stayDropReason } from '#domain/mail/emails/write.ts'
import { refundedOf, reservationMoney } from '#test/support/shared/sum-rows.ts'

export const UUID = '6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11'
export const PAID_AT = new Date('2026-11-21T18:00:00Z')
export const DEPOSIT = 1
/** Id of the invoice for the remainder, which is due on 2027-01-20. */
export const REST = 2

export function refundOf(amount: number, changes: Partial<Refund> = {}): Refund {
  const base = { paymentId: 1, amount, overpayment: 0, status: 'requested', reason: 'cancelled' } as const
  return { ...base, byHand: false, waitsForBalance: false, createdAt: PAID_AT, ...changes }
}

export interface Changes {
  status?: ReservationRows['reservation']['status']
  event?: Partial<ReservationRows['event']>
  detailsMissing?: boolean
  choices?: ReservationRows['choices']
  cancellation?: Partial<NonNullable<ReservationRows['cancellation']>>
  invoices?: ReservationRows['invoices']
  allPaid?: boolean
  /** The waitlist offer by which the guest holds the spot. */
  offer?: ReservationRows['offer']
  offeredSpots?: number
  offered?: ReservationRows['offered']
  arrival?: ReservationRows['arrival']
  refunds?: Refund[]
  /** The results of the attempts to charge the remainder to the saved card, newest first. */
  charges?: ReservationRows['charges'][number]['status'][]
  /** The last month in which the saved card is valid. */
  expires?: string
  /** True if the site saved the guest's card and later deleted it. */
  cardForgotten?: boolean
  discount?: number
  /** The reservation of the guest who paid the deposit, if another guest pays now. */
  paidBy?: number
  /**
   * The recipient of the e-mail in a party in which Ada pays for her companion Bea. An e-mail to Bea has no
   * invoice.
   */
  party?: 'payer' | 'companion'
  holdExpiresAt?: Date
}

type PaymentRow = ReservationRows['payments'][number]

/** The rows of a stay without what SQL computes from them. */
export interface StayRows extends Omit<ReservationRows, 'payments'> {
  payments: (Omit<PaymentRow, 'refunded'> & { withdrawn: Cents })[]
}

/** Returns the rows of a stay for $900.00 from 2027-02-19 to 23. Its deposit, half of the price, is paid. */
export function factsOf(changes: Changes = {}): StayRows {
  const { status = 'confirmed', detailsMissing = true, invoices = [], refunds = [], party } = changes
  const paid = { amount: 45_000, withdrawn: 0, paidAt: PAID_AT, paidBy: changes.paidBy ?? null }
  return {
    reservation: {
      id: party === 'companion' ? BEA.id : ADA.id,
      uuid: UUID,
      attendeeToken: 'a3c1e2d4-1111-4222-8333-944455566677',
      status,
      purgedAt: null,
      price: party === 'companion' ? 0 : 90_000,
      partyId: party ? ADA.id : null,
      share: party ? 45_000 : null,
      customerName: null,
      nickname: null,
      email: null,
      holdExpiresAt: changes.holdExpiresAt ?? null,
      replacesId: null,
      codeId: null,
      discount: 0,
      ...eachField(CONTACT_FIELDS, () => null),
    },
    detailsMissing,
    erasureAsked: false,
    hasPaid: party !== 'companion' && changes.paidBy === undefined,
    choicesByGuest: null,
    movedFrom: null,
    code: changes.discount ? 'FRIENDS' : null,
    discount: changes.discount ?? 0,
    choices: changes.choices ?? [],
    party: party ? [ADA, BEA].map((member) => ({ ...member, ...SEALED })) : [],
    offered: changes.offered ?? [],
    event: {
      id: 3,
      name: 'Leather and Light',
      urlName: 'leather-and-light',
      host: null,
      hostCell: '505-555-0112',
      hostEmail: 'june@twelvemile.example',
      adminEmail: 'hosts@twelvemile.example',
      cost: 90_000,
      startDate: 'Fri, Feb 19, 2027, from 3 PM',
      startDateDate: '2027-02-19',
      endDate: 'Tue, Feb 23, 2027, by 11 AM',
      endDateDate: '2027-02-23',
      shortDescription: null,
      showWaitlist: false,
      cancelledAt: null,
      version: 1,
      ...changes.event,
    },
    offer: changes.offer ?? null,
    entryToken: changes.offer ? UUID : null,
    offeredSpots: changes.offer ? (changes.offeredSpots ?? 1) : null,
    arrival: changes.arrival ?? null,
    cancellation: changes.cancellation ? { ...BY_GUEST, ...changes.cancellation } : null,
    invoices:
      party === 'companion'
        ? []
        : [
            { ...UNNAMED, id: DEPOSIT, purpose: 'deposit', amount: 45_000, due: '2026-11-21' },
            { ...UNNAMED, id: REST, purpose: 'remainder', amount: 45_000, due: '2027-01-20' },
            ...invoices,
          ],
    keptCard: changes.charges ? { card: 'Visa 4242', expires: changes.expires ?? '2034-12' } : null,
    cardForgotten: changes.cardForgotten ?? false,
    charges: (changes.charges ?? []).map((status) => ({ ...CHARGE, status })),
    payments:
      party === 'companion'
        ? []
        : [
            { ...paid, invoiceId: DEPOSIT, refunds },
            ...(changes.allPaid ? [{ ...paid, invoiceId: REST, refunds: [] }] : []),
          ],
  }
}

const MEMBER: Omit<PartyMember, 'id' | 'uuid' | 'payer' | 'name'> = {
  cancellation: null,
  status: 'confirmed',
  share: 45_000,
  detailsMissing: true,
  choices: [],
}
const ADA: PartyMember = { ...MEMBER, id: 17, uuid: UUID, payer: true, name: 'Ada Lovelace' }
export const BEA: PartyMember = {
  ...MEMBER,
  id: 18,
  uuid: 'b16c00d5-7a0b-4a7e-9f43-0f0f9a3f0b11',
  payer: false,
  name: 'Bea Byron',
}
/** Encrypted columns of a guest without a nickname and an e-mail address. A purged guest would have no name. */
const SEALED = { customerName: 'an encrypted name' as Sealed, nickname: null, email: null }

const CHARGE = { invoiceId: REST, amount: 45_000, on: '2027-01-20' }
const UNNAMED = { lines: [], description: null, extra: false }

/** The guest canceled 90 days before the start. The refund is the deposit minus Stripe's fee of $13.35. */
const BY_GUEST: NonNullable<ReservationRows['cancellation']> = {
  cancelledBy: 'guest',
  daysBefore: 90,
  replacementFound: false,
  percent: 100,
  paid: 45_000,
  fees: 1_335,
  refundByTerms: 43_665,
  refundToCards: 43_665,
  refundByHand: 0,
  awaitsFee: false,
  awaitsTaker: false,
  held: 0,
  at: PAID_AT,
}

interface Asked extends Partial<Omit<ReservationSource, 'rows'>> {
  type: Exclude<EmailType, 'waitlist-confirm' | 'message' | 'news' | 'staff-invitation'>
  facts: StayRows
}

const CONTACT = {
  phone: '505-555-0142',
  emergencyContactName: 'Annabella Byron',
  emergencyContactPhone: '505-555-0143',
}

function sourceOf({ facts, invoiceId = null, today = '2026-11-21', ...given }: Asked): ReservationSource {
  const { stays = [], now = ranchInstant(today, 12) } = given
  const { party = facts.party.length > 0 ? [ADA, BEA] : [] } = given
  const payments = facts.payments.map((payment) => {
    return { ...payment, refunded: refundedOf(payment.amount, payment.refunds) }
  })
  const money = reservationMoney({
    standing: isActive(facts.reservation.status),
    price: facts.reservation.price,
    invoices: facts.invoices.map((invoice) => {
      return { ...invoice, payment: payments.find((payment) => payment.invoiceId === invoice.id) ?? null }
    }),
    today,
  })
  const { reservation } = facts
  const { totalDue, totalPaid } = money
  const members = party.map(({ id, name, share }) => ({
    id,
    customerName: name ?? '',
    price: share,
    kept: null,
  }))
  const stay: StayMoney = {
    id: reservation.id,
    status: reservation.status,
    totalDue,
    totalPaid,
    money,
    options: facts.choices,
    ended: isActive(reservation.status) ? undefined : endedOf(facts),
    discount: facts.discount > 0 ? { code: facts.code, amount: facts.discount } : undefined,
    party: reservation.partyId === null ? null : { payer: reservation.partyId === reservation.id, members },
  }
  const guest = { customerName: 'Ada Lovelace', nickname: null, email: 'ada@guests.example' }
  const publicUrl = 'https://ranch.example'
  return {
    rows: { ...facts, payments },
    money,
    invoiceId,
    today,
    now,
    stays,
    refunds: null,
    stay,
    party,
    guest,
    contact: given.contact ?? CONTACT,
    mailboxToken: 'uuid.k1.abc',
    publicUrl,
  }
}

/** Returns what was paid and refunded of an ended stay. */
function endedOf({ payments, cancellation }: StayRows): NonNullable<StayMoney['ended']> {
  const refunds = payments.flatMap((payment) => payment.refunds)
  const refundedAs = (status: Refund['status']) => totalOf(refunds.filter((one) => one.status === status))
  const refunded = refundedAs('succeeded')
  const toRefundByHand = refundedAs('owed')
  const toRefundToCards = refundedAs('requested')
  const paid = totalOf(payments)
  return {
    paid,
    refunded,
    toRefundByHand,
    toRefundToCards,
    kept: paid - refunded - toRefundByHand - toRefundToCards,
    fees: cancellation?.fees ?? 0,
    undecided: cancellation?.awaitsFee ?? false,
  }
}

const definitionOf = (type: Asked['type']): ReservationEmail<unknown> => EMAILS[type]

export const problemOf = (asked: Asked) => stayDropReason(definitionOf(asked.type), sourceOf(asked))

/** Returns the subject and text of an e-mail. Throws if the site would drop the e-mail. */
export function write(asked: Asked): { subject: string; text: string } {
  const problem = problemOf(asked)
  if (problem) throw new Error(`dropped: ${problem}`)
  const definition = definitionOf(asked.type)
  const { subject, content } = emailText(definition, definition.facts(sourceOf(asked)))
  return { subject, text: toPlainText(renderToStaticMarkup(content), plainTextOptions) }
}
