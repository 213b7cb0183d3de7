/**
 * Checks that e-mails match the actions that cause them (R9.10). Each action e-mails the right guests once,
 * and a repeated action e-mails them again. Without an action, there is no e-mail. The check reads actions
 * from the audit log and other rows, but never from the dedupe keys of e-mails. Otherwise a wrong key could
 * hide its own mistake.
 */
import { openDetails } from '#platform/audit.ts'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { ranchDay } from '#shared/days.ts'
import { isEventCancelled, type PaymentRow, type ReservationRow, type Snapshot } from './snapshot.ts'
import { totalsOf } from './total-invariants.ts'
import { countEvent, type HistoryState } from './history-state.ts'

interface Step {
  before: Snapshot
  after: Snapshot
  state: HistoryState
}

/**
 * The e-mails that one action causes, exactly one by default. `least` and `most` allow another number if
 * several actions happened in one step of the test, because their order is unknown.
 */
interface Caused {
  type: EmailType
  /** Id of the reservation that the e-mail is about. */
  about: number
  least?: number
  most?: number
}

/**
 * Types of e-mails that are sent only because of an action. Leaves out reminders and deletion receipts, which
 * depend on the clock. Also leaves out e-mails that anyone can request for an address, because their number
 * is limited.
 */
const BY_ACTS: ReadonlySet<EmailType> = new Set([
  'invoice-success',
  'companion-invited',
  'signup-success-simple',
  'cancellation',
  'companion-cancelled',
  'stay-reinstated',
  'stay-moved',
  'dates-moved',
  'choices-changed',
  'pays-now',
  'refund',
  'late-refund',
  'late-refund-admin',
  'waitlist-offer',
  'card-charge-soon',
  'new-link',
])

const MAYBE = { least: 0, most: 1 }

const rowIn = ({ reservations }: Snapshot, id: number | null): ReservationRow | undefined =>
  reservations.find((row) => row.id === id)

const isCompanion = ({ id, partyId }: ReservationRow) => partyId !== null && partyId !== id

type Act = Snapshot['auditRows'][number]

/** Returns the e-mails that an action on a reservation must cause. */
function causedBy(act: Act, step: Step): Caused[] {
  const { before, after } = step
  const row = rowIn(after, act.reservationId)
  if (!row) return []
  const about = row.id
  const old = rowIn(before, about)
  const details = detailsOf(act, step)
  // The purge may have deleted the details of the audit entry in the same step. The check then accepts one
  // e-mail or none.
  const only = (isTold: unknown): Pick<Caused, 'least' | 'most'> =>
    details ? (isTold ? {} : { least: 0, most: 0 }) : MAYBE
  // The purge may have deleted the guest's e-mail address in the same step. The check then accepts one e-mail
  // or none.
  const toAddress = (type: EmailType): Caused[] =>
    row.purgedAt !== null ? [{ type, about, ...MAYBE }] : row.email === null ? [] : [{ type, about }]
  switch (act.action) {
    case 'reservation.confirmed':
      if (!isCompanion(row)) return [{ type: 'invoice-success', about }]
      return toAddress('companion-invited')
    case 'reservation.created':
      return [{ type: 'signup-success-simple', about, ...only(details?.['shouldSendEmail']) }]
    case 'reservation.cancelled': {
      const told = only(details?.['sendEmail'])
      const payer = rowIn(after, row.partyId)
      const isPayerThere = payer?.status === 'confirmed' || payer?.status === 'pending'
      const leaves = row.partyId !== null || (old?.partyId ?? null) !== null
      // Reads the address before the step, because the purge may have deleted it in the same step.
      const hadAddress = (old ?? row).email !== null
      return [
        ...(hadAddress ? [{ type: 'cancellation' as const, about, ...told }] : []),
        ...(leaves
          ? [{ type: 'companion-cancelled' as const, about, ...(isPayerThere ? told : MAYBE) }]
          : []),
      ]
    }
    case 'reservation.reinstated':
      return [{ type: 'stay-reinstated', about, ...only(details?.['sendEmail']) }]
    case 'reservation.moved':
      return [{ type: 'stay-moved', about, ...only(details?.['sendEmail']) }]
    case 'reservation.choicesChanged':
      return [{ type: 'choices-changed', about }]
    case 'reservation.payerChanged': {
      const isNext = row.partyId === about && old?.partyId !== about
      return isNext ? toAddress('pays-now') : []
    }
    case 'refund.requested':
    case 'refund.owed':
      // A refund by an admin has a reason and its own e-mail. Every other refund follows from an action such
      // as a cancellation, whose e-mail also mentions the refund.
      return details?.['reason'] || !details ? [{ type: 'refund', about, ...only(true) }] : []
    case 'reservation.linkRenewed': {
      if (row.emailHash === null) return []
      const isPlain = old?.status === row.status
      const isOffered = after.offers.some(
        ({ reservationId, state }) => reservationId === about && state === 'open',
      )
      const isTold = row.status === 'confirmed' || row.status === 'cancelled'
      return [
        { type: 'new-link', about, ...(isPlain ? { least: Number(isTold), most: Number(isTold) } : MAYBE) },
        ...(isOffered || !isPlain ? [{ type: 'waitlist-offer' as const, about, ...MAYBE }] : []),
      ]
    }
    case 'card.charge_announced':
      return [{ type: 'card-charge-soon', about }]
    default:
      return []
  }
}

/**
 * Returns one e-mail for each guest with an e-mail address if an admin announced new dates of an event. The
 * site announces no dates that have begun, and no dates of a canceled event.
 */
function datesMoved(act: Act, step: Step): Caused[] {
  if (act.action !== 'event.updated') return []
  const { before, after } = step
  if (detailsOf(act, step)?.['told'] === undefined) return []
  if (ranchDay(act.at) > firstDayAfter(act, step) || wasCancelledBefore(act, step)) return []
  const stood = (moment: Snapshot, id: number) => {
    const row = rowIn(moment, id)
    const isReached = row?.status === 'confirmed' && row.purgedAt === null && row.email !== null
    return isReached && row.eventId === act.entityId
  }
  return after.reservations.flatMap(({ id }) => {
    const times = [before, after].filter((moment) => stood(moment, id)).length
    return times === 0 ? [] : [{ type: 'dates-moved' as const, about: id, ...(times === 1 ? MAYBE : {}) }]
  })
}

const detailsOf = (act: Act, { state }: Step) => openDetails(state.site.app.services.sealer, act)

/** Returns an event's first day right after a change. A later change in the same step may have moved it again. */
function firstDayAfter(act: Act, step: Step): string {
  const later = newActs(step).filter(({ id, entityId }) => id > act.id && entityId === act.entityId)
  const days = later
    .filter(({ action }) => action === 'event.updated')
    .map((one) => detailsOf(one, step)?.['startBefore'])
  const row = step.after.events.find(({ id }) => id === act.entityId)
  return days.find((day) => typeof day === 'string') ?? row?.startDateDate ?? ''
}

/** Returns true if the venue had canceled the event before this change, even if its guests are still confirmed. */
const wasCancelledBefore = (act: Act, step: Step): boolean =>
  isEventCancelled(step.before, act.entityId) ||
  newActs(step).some(
    ({ id, action, entityId }) => action === 'event.cancelled' && entityId === act.entityId && id < act.id,
  )

const isNewIn = <Row extends { id: number }>(rows: readonly Row[], row: Row) =>
  rows.every(({ id }) => id !== row.id)

interface Paying extends Step {
  row: ReservationRow
  paid: readonly PaymentRow[]
  isConfirmed: boolean
}

/** Returns the e-mails that payments of one reservation must cause in this step. */
function paidFor({ before, after, state, row, paid, isConfirmed }: Paying): Caused[] {
  const about = row.id
  const old = rowIn(before, about)
  const byCard = paid.filter(({ intentId }) => intentId !== null).length
  if (isConfirmed || old?.status !== row.status) {
    // If payment and confirmation happened in the same step, their order is unknown. So is the number of
    // e-mails.
    const late = isConfirmed || old?.status === 'confirmed' ? { least: 0, most: byCard } : {}
    const isLate = row.status !== 'confirmed' && byCard > 0
    return [
      { type: 'invoice-success', about, least: 0, most: isConfirmed ? paid.length - 1 : paid.length },
      ...(isLate ? lateRefunds(about, { least: byCard, most: byCard, ...late }) : []),
    ]
  }
  if (row.status !== 'confirmed') return lateRefunds(about, { least: byCard, most: byCard })
  const totals = (moment: Snapshot) => totalsOf(moment, about, { refunds: moment.refunds, state })
  const isPaidUp = (moment: Snapshot) => {
    const { due, paid: came, unpaid } = totals(moment)
    return came >= due && unpaid === 0 && heldOf(moment) === 0
  }
  const heldOf = (moment: Snapshot) =>
    moment.payments.reduce((held, { invoiceId, withdrawn }) => {
      const isOwn = moment.invoices.some((one) => one.id === invoiceId && one.reservationId === about)
      return isOwn ? held + withdrawn : held
    }, 0)
  // A dispute, a refund or a new price in the same step may change the number of e-mails about a payment.
  const factsOf = (moment: Snapshot) =>
    JSON.stringify([rowIn(moment, about)?.price, totals(moment).refunded, heldOf(moment)])
  const isPlain = paid.length === 1 && factsOf(before) === factsOf(after)
  const tells = isPaidUp(after) && !isPaidUp(before)
  const times = isPlain ? { least: Number(tells), most: Number(tells) } : { least: 0, most: paid.length }
  return [{ type: 'invoice-success', about, ...times }]
}

const lateRefunds = (about: number, times: Pick<Caused, 'least' | 'most'>): Caused[] =>
  times.most === 0
    ? []
    : [
        { type: 'late-refund', about, ...times },
        { type: 'late-refund-admin', about, ...times },
      ]

/** Returns the e-mails that all payments of this step must cause: those by card, and manual ones. */
function payments(step: Step): Caused[] {
  const { before, after } = step
  const made = after.payments.filter((one) => one.invoiceId !== null && isNewIn(before.payments, one))
  const byStay = Map.groupBy(
    made,
    (one) => after.invoices.find(({ id }) => id === one.invoiceId)?.reservationId ?? null,
  )
  return [...byStay].flatMap(([id, paid]) => {
    const row = rowIn(after, id)
    if (!row) return []
    const isConfirmed = newActs(step).some(
      (act) => act.action === 'reservation.confirmed' && act.reservationId === id,
    )
    return paidFor({ ...step, row, paid, isConfirmed })
  })
}

/**
 * Returns the e-mails about cancellations whose refund grew. A refund grows when the site learns the card
 * provider's fee, or when the taker of the spot has paid more.
 */
function furtherRefunds({ before, after }: Step): Caused[] {
  return after.cancellations.flatMap((note) => {
    const about = note.reservationId
    const old = before.cancellations.find(
      ({ reservationId, at }) => reservationId === about && +at === +note.at,
    )
    const grown =
      note.refundToCards + note.refundByHand - (old?.refundToCards ?? 0) - (old?.refundByHand ?? 0)
    const isDecided = old && old.awaited !== null && note.awaited === null
    if (grown <= 0 && !isDecided) return []
    const further = after.refunds.flatMap((one) =>
      isNewIn(before.refunds, one) && one.key.startsWith(`cancelled:${about}:`)
        ? [one.key.replace(/^cancelled:\d+:\d+/, '')]
        : [],
    )
    const mails = before.emails.filter(
      (mail) => mail.reservationId === about && mail.emailType === 'cancellation',
    )
    // A queued e-mail is sent with the new amount. A second e-mail is required only if the first one was
    // already sent.
    const wasTold = mails.length > 0 && mails.every(({ status }) => status !== 'queued')
    const times = { least: old && wasTold ? 1 : 0, most: new Set(further).size + 1 }
    return [
      { type: 'cancellation' as const, about, ...times },
      { type: 'companion-cancelled' as const, about, least: 0, most: times.most },
    ]
  })
}

const newActs = ({ before, after }: Step) => {
  const last = before.auditRows.at(-1)?.id ?? 0
  return after.auditRows.filter(({ id }) => id > last)
}

const timesOf = (times: number) => ['never', 'once', 'twice'][times] ?? `${times} times`

const nameOf = (type: EmailType, about: number | null) => `${type} for reservation ${about}`

/** Returns a sentence for each e-mail that this step enqueued more or less often than its actions require. */
export function mailsMatchTheirCauses(step: Step): string[] {
  const { before, after, state } = step
  const offers = after.offers.filter((one) => isNewIn(before.offers, one))
  const caused: Caused[] = [
    ...newActs(step).flatMap((act) => [...causedBy(act, step), ...datesMoved(act, step)]),
    ...offers.flatMap(({ reservationId: about }) =>
      about === null ? [] : [{ type: 'waitlist-offer' as const, about }],
    ),
    ...payments(step),
    ...furtherRefunds(step),
  ]
  const known = new Set(before.emails.map(({ id }) => id))
  const made = after.emails.filter(({ id, emailType }) => !known.has(id) && BY_ACTS.has(emailType))
  const mails = Map.groupBy(made, ({ emailType, reservationId }) => nameOf(emailType, reservationId))
  const causes = Map.groupBy(caused, ({ type, about }) => nameOf(type, about))
  return [...new Set([...mails.keys(), ...causes.keys()])].flatMap((name) => {
    const own = causes.get(name) ?? []
    const least = own.reduce((sum, one) => sum + (one.least ?? 1), 0)
    const most = own.reduce((sum, one) => sum + (one.most ?? 1), 0)
    const times = mails.get(name)?.length ?? 0
    if (times > 0) countEvent(state, `an act e-mailed ${own[0]?.type}`)
    if (least <= times && times <= most) return []
    const wanted = times < least ? least : most
    return [`the mail ${name} is there ${timesOf(times)}, and its causes ${timesOf(wanted)}`]
  })
}

/** Counts the reservations that got a second e-mail of the same type because of another action. */
export function countFurther({ emails }: Snapshot, state: HistoryState): void {
  const acts = emails.filter(({ emailType }) => BY_ACTS.has(emailType))
  const byName = Map.groupBy(acts, ({ emailType, reservationId }) => `${emailType} ${reservationId}`)
  for (const [first, ...others] of byName.values())
    if (first && others.length > 0) countEvent(state, `a further act e-mailed ${first.emailType}`)
}
