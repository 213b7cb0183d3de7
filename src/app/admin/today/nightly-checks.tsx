/**
 * Two nightly checks, as the Today and the System page show them: do the site's payments match the card
 * provider's, and can the backup be restored?
 */
import type {
  BackupFacts,
  BookDifference,
  Books as BooksWithDifferences,
  BooksFacts,
} from '#domain/desk/today/contract.ts'
import { daysBetween, ranchDay, ranchInstant } from '#shared/days.ts'
import { formatDay, formatInstant } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { Section } from '#app/ui/panel.tsx'
import { Fault } from './failures.tsx'
import { EventLink, GuestLink } from './describe-today.tsx'
import { Text } from '#app/ui/text.tsx'

type Proof = NonNullable<BooksWithDifferences['proof']>

/** The result of a nightly check on one line. The tone `good` means that an admin need not do anything. */
interface CheckLine {
  words: string
  tone: 'good' | 'bad' | 'open'
}

const TONE_CLASS = { good: 'all-good', bad: 'books-differ', open: '' }

/**
 * Renders the result of the reconciliation: the site's payments match the card provider's, or each payment
 * that differs (R4.14).
 */
export function Reconciliation({ books }: { books: BooksWithDifferences }) {
  const { words, tone } = booksLine(books)
  return (
    <Section className="books" id="books" title="Reconciliation">
      <p className={TONE_CLASS[tone]}>
        <Text>{words}</Text>
      </p>
      {books.proof?.outcome === 'different' && <Differences proof={books.proof} />}
    </Section>
  )
}

function Differences({ proof }: { proof: Proof }) {
  const { differences, count } = proof
  return (
    <>
      <ul className="plain-list faults">
        {differences.map((difference) => (
          <Fault key={`${difference.intentId} ${difference.what}`} title={describeDifference(difference)}>
            <span>
              {difference.about ? (
                <>
                  <GuestLink of={difference.about} />
                  <Text>,</Text> <EventLink event={difference.about.event} />
                  <Text>.</Text>
                </>
              ) : (
                'Not linked to a reservation.'
              )}
            </span>{' '}
            <code className="intent-id">{difference.intentId}</code>
          </Fault>
        ))}
      </ul>
      {count > differences.length && (
        <p className="note">
          <Text>And {plural(count - differences.length, 'more difference')}.</Text>
        </p>
      )}
      <p className="note">
        <Text>{bothSums(proof)}</Text>
      </p>
    </>
  )
}

const sumsText = ({ received, refunded }: Proof['ours']) =>
  `${formatMoney(received)} received, ${formatMoney(refunded)} refunded`

export function booksLine({ night, proof }: BooksFacts): CheckLine {
  if (!proof) return { words: 'No reconciliation has run yet.', tone: 'open' }
  const late = proof.day !== night
  if (proof.outcome === 'unanswered') {
    const when = late ? `in the night to ${formatDay(proof.day)}` : 'last night'
    const then = late ? 'No reconciliation has run since.' : 'We are trying again.'
    return { words: `Stripe did not answer ${when}. ${then}`, tone: 'open' }
  }
  const whose = late ? `Our records of the night to ${formatDay(proof.day)}` : 'Last night’s records'
  const since = late ? ' No reconciliation has run since.' : ''
  if (proof.outcome === 'different') {
    const words = `${whose} differ from Stripe’s in ${plural(proof.count, 'place')}.${since}`
    return { words, tone: 'bad' }
  }
  const money =
    proof.payments === 0
      ? 'no card payment on either side.'
      : `${sumsText(proof.ours)}, ${plural(proof.payments, 'payment')}.`
  const words = `${whose} match Stripe’s: ${money}${since}`
  return { words, tone: late ? 'open' : 'good' }
}

/** Returns the site's totals next to the card provider's totals, for a night on which they differ. */
export function bothSums({ ours, theirs, payments }: Proof): string {
  return `Our records: ${sumsText(ours)}. Stripe’s: ${sumsText(theirs)}. ${plural(payments, 'payment')}.`
}

const WHAT: Record<Exclude<BookDifference['what'], 'ledger'>, string> = {
  received: 'Received',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

/** Describes a payment on which the site and the card provider differ, with the amount on each side. */
export function describeDifference({ what, ours, theirs }: BookDifference): string {
  if (what === 'ledger')
    return `Ledger: ${formatMoney(theirs ?? 0)} posted instead of ${formatMoney(ours ?? 0)}`
  const mine = ours === null ? 'not in our records' : `${formatMoney(ours)} in our records`
  const other = theirs === null ? 'unknown to Stripe' : `${formatMoney(theirs)} at Stripe`
  return `${WHAT[what]}: ${mine}, ${other}`
}

/** Renders when the newest backup was made, and whether it can be restored (R20.8). */
export function Backup({ backup }: { backup: BackupFacts }) {
  const { words, tone } = backupLine(backup)
  const problems = tone === 'bad' ? (backup.proof?.problems ?? []) : []
  return (
    <Section className="books" id="backup" title="Backup">
      <p className={TONE_CLASS[tone]}>
        <Text>{words}</Text>
      </p>
      {problems.length > 0 && (
        <ul className="plain-list faults">
          {problems.map((problem) => (
            <li key={problem}>
              <p>{problem}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/**
 * The number of nights without a backup after which an admin must act. After a single night, the backup may
 * still run today.
 */
const LATE_NIGHTS = 2

/** The hour at the ranch by which the nightly backup has always finished. */
const MORNING = 7

export function backupLine({ nightly, night, proof }: BackupFacts): CheckLine {
  if (!nightly) return { words: 'This site makes no backups of its own.', tone: 'open' }
  if (!proof) return { words: 'No backup has been made yet.', tone: 'open' }
  const nights = daysBetween(proof.day, night)
  const at = new Date(proof.ranAt)
  // The nightly backup has finished before `MORNING`, so an admin started a backup that ran later.
  const byDay = at >= ranchInstant(ranchDay(at), MORNING)
  const time = formatInstant(at)
  const atNight = nights > 0 ? `in the night to ${formatDay(proof.day)}` : 'last night'
  const when = byDay ? `on ${time}` : atNight
  if (proof.outcome === 'failed') return { words: `No backup could be made ${when}.`, tone: 'bad' }
  if (proof.outcome === 'broken') return { words: `The backup made ${when} failed its test.`, tone: 'bad' }
  const tested = `${proof.rows.toLocaleString('en-US')} rows, tested by a restore.`
  if (nights === 0)
    return {
      words: `${byDay ? `The backup of ${time}` : 'Last night’s backup'} is good: ${tested}`,
      tone: 'good',
    }
  const words = `The last good backup was made ${when}: ${tested} No backup has been made since.`
  return { words, tone: nights >= LATE_NIGHTS ? 'bad' : 'open' }
}
