/** The top of the admin's reservation page: status, payments, and what the guest still has to do. */
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import type { EndedMoney } from '#domain/booking/contract/reservation.ts'
import { formatDayOf, formatDayRange, formatDay, formatTime } from '#shared/format-days.ts'
import { paths } from '#app/paths.ts'
import { Alert } from '#app/ui/alert.tsx'
import { GuestCare } from '#app/admin/roster/guest-facts.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { EmailLink } from '#app/ui/links.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { GUEST_LABELS } from '#app/admin/reservation/guest-fields.tsx'
import { REQUIRED_DETAILS } from '#shared/guest-details.ts'
import { formatMoney } from '#shared/money.ts'
import { arrivalText } from '#domain/onsite/arrival/rules.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { isActive, statusWords } from '#shared/reservation-status.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

/** The parts of the page that are used most, in the page's order. */
const PARTS = [
  ['invoices', 'Invoices'],
  ['details', 'Guest'],
  ['emails', 'Emails'],
  ['refunds', 'Refunds'],
  ['history', 'History'],
] as const

export function ReservationHead({ stay }: { stay: AdminReservation }) {
  const { event, nickname } = stay
  return (
    <header className="page-head stay-head column">
      <p className="eyebrow">
        <Text>Reservation {stay.id}</Text>
      </p>
      <h1>
        <bdi translate="no">{stay.customerName || 'Deleted guest'}</bdi>
        {nickname && (
          <span className="stay-nickname">
            {' '}
            “<bdi translate="no">{nickname}</bdi>”
          </span>
        )}
      </h1>
      <p className="stay-event">
        <Link to={paths.eventGuests(event.urlName)}>{event.name}</Link>{' '}
        <span>{formatDayRange(event.startDateDate, event.endDateDate)}</span>
        {event.cancelled && <span className="mark mark-bad">The retreat is canceled</span>}
      </p>
      {stay.purgedAt === null && (
        <nav className="stay-parts" aria-label="On this page">
          {PARTS.map(([id, label]) => (
            // A plain anchor would add a history entry that the router does not know. The Back button would
            // then leave the page.
            <Link key={id} to={`#${id}`} replace onClick={() => document.getElementById(id)?.focus()}>
              {label}
            </Link>
          ))}
        </nav>
      )}
    </header>
  )
}

/** Says that an admin can no longer edit the reservation, because the purge has deleted the guest's data. */
export function PurgedNote({ purgedAt }: { purgedAt: string }) {
  return (
    <div className="stay-note column on-sheet">
      <Alert
        tone="warn"
        title="This guest’s data is deleted."
        text={`It was deleted ${formatDayOf(purgedAt)}, as promised. Amounts and dates stay on record and cannot be changed anymore. If a refund is still due, you can record it as made by hand.`}
      />
    </div>
  )
}

/**
 * Renders the first part of a reservation's page: status, payments, missing details, and what the kitchen and
 * a first-aider must know.
 */
export function ReservationStatus({ stay }: { stay: AdminReservation }) {
  const state = statusMark(stay)
  const more = paidMore(stay)
  const missing = missingItems(stay)
  return (
    <Panel labelledBy="standing" className="stay-standing">
      <h2 id="standing" className="visually-hidden">
        Status
      </h2>
      <div className="stay-now">
        <p className="stay-marks">
          <span className={`mark mark-${state.tone}`}>{state.mark}</span>
          <span>
            <Text>Signed up {formatDayOf(stay.createdAt)}</Text>
          </span>
          {stay.otherSpot !== undefined && (
            <Link to={paths.adminReservation(stay.otherSpot)}>The other reservation</Link>
          )}
        </p>
        <p className="stay-paid">
          <Text>{describePaid(stay)}</Text>
          {more.map(({ tone, words }) => (
            <span key={words} className={`stay-paid-more stay-paid-${tone}`}>
              <Text>{words}</Text>
            </span>
          ))}
        </p>
      </div>
      {stay.purgedAt === null && <StayFacts stay={stay} />}
      <div className="stay-todo">
        {missing.length > 0 && (
          <div>
            <h3 className="stay-label">Still missing</h3>
            <ul className="plain-list stay-missing">
              {missing.map(({ label, words }) => (
                <li key={label}>
                  <strong>
                    <Text>{label}:</Text>
                  </strong>{' '}
                  <Text>{words}</Text>
                </li>
              ))}
            </ul>
          </div>
        )}
        {stay.directionsViewedAt && (
          <p className="stay-seen">
            <Text>Viewed the directions {formatDayOf(stay.directionsViewedAt)}.</Text>
          </p>
        )}
      </div>
      {stay.purgedAt === null && <GuestCare guest={stay} />}
    </Panel>
  )
}

/** Renders with whom a guest comes, where they sleep, when they arrive, and how to reach them. */
function StayFacts({ stay }: { stay: AdminReservation }) {
  const { status, event, party, room, arrival, phone, email } = stay
  // Only a guest who still comes needs a room and an arrival time.
  const comes = status === 'confirmed' && !event.hasEnded && !event.cancelled
  return (
    <Facts
      className="stay-facts"
      facts={[
        (isActive(status) || party !== null) && ['Party', <PartyOf key="party" stay={stay} />],
        (comes || (isActive(status) && room !== null)) && ['Room', <RoomOf key="room" stay={stay} />],
        (comes || (isActive(status) && hasArrival(arrival))) && [
          'Arrival',
          <Text key="arrival">{describeArrival(arrival, event)}</Text>,
        ],
        ['Phone', phone ? <PhoneLink phone={phone} /> : <span className="note">Not given yet</span>],
        ['Email', email ? <EmailLink email={email} /> : <span className="note">No email address</span>],
      ]}
    />
  )
}

function RoomOf({ stay: { room, event } }: { stay: AdminReservation }) {
  const board = paths.eventRooms(event.urlName)
  if (room === null)
    return (
      <>
        <Text>None yet.</Text> <Link to={board}>Assign a room</Link>
      </>
    )
  return (
    <Link to={board}>
      <Verbatim>{room}</Verbatim>
    </Link>
  )
}

type Member = NonNullable<AdminReservation['party']>['members'][number]

/** Renders with whom a guest comes, and who pays for whom. Each other guest is a link to their reservation. */
function PartyOf({ stay: { id, party } }: { stay: AdminReservation }) {
  const payer = paidBy(party)
  const others = party?.members.filter((member) => member.id !== id && member.id !== payer?.id) ?? []
  if (others.length === 0 && !payer) return <Text>Comes alone</Text>
  return (
    <>
      {payer ? (
        <>
          <MemberLink member={payer} /> <Text>pays{others.length > 0 && '. With'}</Text>{' '}
        </>
      ) : (
        <>
          <Text>Pays for</Text>{' '}
        </>
      )}
      {others.map((member, at) => (
        <Fragment key={member.id}>
          <MemberLink member={member} />
          {at < others.length - 1 && <Text>, </Text>}
        </Fragment>
      ))}
    </>
  )
}

/** Renders a link to a guest's reservation, and their status if it is not the usual one. */
function MemberLink({ member }: { member: Member }) {
  const words = statusWords(member)
  return (
    <>
      <Link to={paths.adminReservation(member.id)}>
        <Verbatim>{member.customerName || 'Deleted guest'}</Verbatim>
      </Link>
      {words !== null && (
        <span className="stay-member-status">
          <Text> ({words.toLowerCase()})</Text>
        </span>
      )}
    </>
  )
}

type Arrival = AdminReservation['arrival']

const hasArrival = (arrival: Arrival) => arrival !== null && (arrival.told ?? arrival.hereAt) !== null

/** Says when a guest arrived, or else when and how they want to arrive. */
export function describeArrival(arrival: Arrival, { hasEnded }: { hasEnded: boolean }): string {
  if (arrival?.hereAt) return `${hasEnded ? 'Arrived at' : 'Here since'} ${describeTime(arrival.hereAt)}`
  const said = arrival?.told ? arrivalText(arrival.told) : 'No time given yet'
  const left = arrival?.leftPavementAt
  return left ? `${said}. Left the pavement at ${describeTime(left)}` : said
}

/** Formats an instant in ranch time: `"2:15 PM on Thu, May 6, 2027"`. */
const describeTime = (instant: string) => `${formatTime(new Date(instant))} on ${formatDayOf(instant)}`

type Tone = 'good' | 'warn' | 'bad' | 'soft'

type Status = Pick<AdminReservation, 'status' | 'holdExpiresAt' | 'waitsForMailbox' | 'party' | 'otherSpot'>

export function statusMark({ status, otherSpot, ...held }: Status): { tone: Tone; mark: string } {
  switch (status) {
    case 'confirmed':
      return { tone: 'good', mark: 'Confirmed' }
    case 'pending':
      return { tone: 'warn', mark: describeHold(held) }
    case 'cancelled':
      return { tone: 'bad', mark: 'Canceled' }
    case 'expired':
      if (otherSpot !== undefined) return { tone: 'soft', mark: 'Not needed: this guest has a spot already' }
      return { tone: 'soft', mark: 'Expired: the hold ran out' }
    case 'refunded':
      return { tone: 'soft', mark: 'Refunded: paid after the last spot was taken' }
  }
}

function describeHold({
  holdExpiresAt,
  waitsForMailbox,
  party,
}: Omit<Status, 'status' | 'otherSpot'>): string {
  const until = holdExpiresAt ? ` until ${describeTime(holdExpiresAt)}` : ''
  if (!waitsForMailbox) return `On hold${until}`
  return `On hold${until}: waiting for ${paidBy(party) ? 'the payer' : 'the guest'} to confirm by email`
}

type Money = Pick<AdminReservation, 'totalDue' | 'totalPaid' | 'status' | 'money' | 'party' | 'ended'>

const isOver = ({ status }: Pick<AdminReservation, 'status'>) => !isActive(status)

export function describePaid({ totalDue, totalPaid, money, party, ended }: Money): string {
  const payer = paidBy(party)
  if (payer && totalDue === 0 && totalPaid === 0) return `${payer.customerName || 'Someone else'} pays`
  if (ended) return describeEnd(ended)
  if (totalDue === 0 && totalPaid === 0 && money.stillToPay === 0) return 'Nothing to pay'
  return `${formatMoney(totalPaid)} of ${formatMoney(totalDue)} paid`
}

/** Says what the venue keeps of an ended stay. If it keeps nothing yet has money left to refund, names that. */
function describeEnd({ paid, toRefundByHand, toRefundToCards, kept, undecided }: EndedMoney): string {
  if (undecided) return `${formatMoney(paid)} paid`
  if (kept > 0) return `${formatMoney(kept)} kept`
  const open = toRefundByHand + toRefundToCards
  return open > 0 ? `${formatMoney(open)} still to refund` : 'No money kept'
}

/** Returns phrases about what an ended stay still refunds, each with a tone. */
function endMore({ toRefundByHand, toRefundToCards, kept, undecided }: EndedMoney) {
  const more: { tone: Tone; words: string }[] = []
  if (undecided) more.push({ tone: 'warn', words: 'The refund waits for the card fees' })
  if (toRefundByHand > 0)
    more.push({ tone: 'warn', words: `${formatMoney(toRefundByHand)} to refund by hand` })
  if (toRefundToCards > 0)
    more.push({ tone: 'soft', words: `${formatMoney(toRefundToCards)} is being refunded to the card` })
  if (!undecided && kept === 0 && more.length > 0) more.push({ tone: 'soft', words: 'Then no money is kept' })
  return more
}

/**
 * Returns phrases about a stay's money, such as "$900.00 still to pay" and "Paid in full", each with a tone.
 */
export function paidMore({ totalDue, status, money, ended }: Money) {
  const { withdrawn, stillToPay, overInvoiced, credit, goodwill } = money
  const beyond = overInvoiced > 0 ? `, ${formatMoney(overInvoiced)} of it invoiced beyond the total` : ''
  const more: { tone: Tone; words: string }[] = []
  if (withdrawn > 0) more.push({ tone: 'bad', words: `${formatMoney(withdrawn)} held by a dispute` })
  if (ended) more.push(...endMore(ended))
  if (isOver({ status })) return more
  if (stillToPay > 0) more.push({ tone: 'warn', words: `${formatMoney(stillToPay)} still to pay${beyond}` })
  if (credit > 0) more.push({ tone: 'warn', words: `${formatMoney(credit)} paid beyond the total` })
  if (money.paidUp && credit === 0 && totalDue > 0) more.push({ tone: 'good', words: 'Paid in full' })
  if (goodwill > 0)
    more.push({ tone: 'soft', words: `Total lowered by ${formatMoney(goodwill)} in goodwill refunds` })
  return more
}

/** Returns what a guest still has to do before coming, the most urgent first. */
export function missingItems(stay: AdminReservation): { label: string; words: string }[] {
  if (stay.purgedAt !== null || isOver(stay)) return []
  const missing: [label: string, words: string | null][] = [
    ['Details', detailsMissing(stay)],
    ['Money', moneyMissing(stay)],
    ['Directions', stay.directionsViewedAt ? null : 'not viewed yet'],
  ]
  return missing.flatMap(([label, words]) => (words === null ? [] : [{ label, words }]))
}

const list = new Intl.ListFormat('en-US')

function detailsMissing(stay: AdminReservation): string | null {
  if (stay.additionalInformationProvided) return null
  const untold = REQUIRED_DETAILS.filter((field) => !stay[field])
  const told =
    untold.length === REQUIRED_DETAILS.length
      ? ['nothing given yet']
      : untold.map((field) => GUEST_LABELS[field].toLowerCase())
  return list.format([...told, ...(stay.safetyConsent ? [] : ['Terms of Stay not agreed to'])])
}

function moneyMissing({ money, invoices }: AdminReservation): string | null {
  const left = money.stillToPay
  if (left === 0) return null
  const [next] = invoices.flatMap(({ paid, due }) => (paid || due === null ? [] : [due])).sort()
  return next === undefined ? formatMoney(left) : `${formatMoney(left)}, due ${formatDay(next)}`
}
