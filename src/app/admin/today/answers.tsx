/** The top of the Today page: arrivals, problems, and money owed, each with a link to the details. */
import type { PaymentsDue, Problems, Refunds, Today } from '#domain/desk/today/contract.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { backupLine, booksLine } from './nightly-checks.tsx'
import { LOST_STAYS, describeLostStays } from '#app/admin/refunds/refund-lists.tsx'
import { keepAmounts, Text } from '#app/ui/text.tsx'
import { awayFrom, firstFault, describeLacking, describeFaults } from './describe-today.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './answers.css?url'

interface AnswersProps {
  today: Today
  payments: PaymentsDue
  refunds: Refunds | null
  problems: Problems
}

export function Answers({ today, payments, refunds, problems }: AnswersProps) {
  return (
    <ul className="plain-list answers" aria-label="At a glance">
      <Stylesheet href={sheet} />
      <Answer question="Arriving next" href="#arrivals" {...arrivalAnswer(today)} />
      <Answer question="Needs attention" href="#wrong" {...failureAnswer(problems, refunds)} />
      <Answer question="Payments due" href="#owed" {...paymentsAnswer(payments, refunds)} />
    </ul>
  )
}

interface Said {
  answer: string
  tone?: 'good' | 'bad'
  /** Replaces the usual link of this answer if the details are in another section of the page. */
  href?: string
  rest: string
}

function Answer({ question, href, answer, tone, rest }: Said & { question: string; href: string }) {
  return (
    <li className="answer">
      <a href={href}>
        <span className="eyebrow">{keepAmounts(question)}</span>
        <span className={`answer-words ${tone ? `answer-${tone}` : ''}`}>
          <Text>{answer}</Text>
        </span>
      </a>
      <p className="note">
        <Text>{rest}</Text>
      </p>
    </li>
  )
}

function arrivalAnswer({ arrivals, here, day }: Today): Said {
  const next = arrivals[0]
  const staying = here.reduce((sum, { taken }) => sum + taken, 0)
  const now = staying > 0 ? ` ${plural(staying, 'guest')} at the ranch now.` : ''
  if (!next) return { answer: 'Nobody yet', rest: `No coming event has a guest.${now}` }
  const { event, lacking } = next
  return {
    answer: event.name,
    rest: `${formatDay(event.startDateDate)}, ${awayFrom(day, event.startDateDate)}: ${plural(event.taken, 'guest')}, ${describeLacking(lacking)}.${now}`,
  }
}

function failureAnswer({ failures, books, backup }: Problems, refunds: Refunds | null): Said {
  const lostStays = refunds?.autoRefunds.lost ?? 0
  const backupSaid = backup && backupLine(backup)
  const proofs = [
    ...(books?.proof?.outcome === 'different'
      ? [{ what: 'Payments do not match', words: booksLine(books).words, href: '#books' }]
      : []),
    ...(lostStays > 0 ? [{ what: describeLostStays(lostStays), words: LOST_STAYS, href: '#wrong' }] : []),
    ...(backupSaid?.tone === 'bad'
      ? [{ what: 'No good backup', words: backupSaid.words, href: '#backup' }]
      : []),
  ]
  const whatItWas = proofs[0]?.words ?? `${firstFault(failures)}.`
  const [first, ...others] = [...proofs.map(({ what }) => what), ...describeFaults(failures)]
  const { retrying } = failures
  const again = retrying > 0 ? `${plural(retrying, 'email')} being retried.` : ''
  if (!first)
    return {
      answer: 'All good.',
      tone: 'good',
      rest: again || 'Emails, refunds and background work are fine.',
    }
  const more = others.length > 0 ? `Also: ${others.join(', ')}.` : whatItWas
  const rest = [more, again].filter(Boolean).join(' ')
  return { answer: first, tone: 'bad', rest, ...(proofs[0] ? { href: proofs[0].href } : {}) }
}

function paymentsAnswer(payments: PaymentsDue, refunds: Refunds | null): Said {
  const { count, cents } = refunds?.refundsDue ?? { count: 0, cents: 0 }
  const said = owedToUs(payments)
  if (count === 0)
    return said ?? { answer: 'Nothing due', tone: 'good', rest: 'No payments or refunds are due.' }
  const back = `${formatMoney(cents)} to refund`
  return said
    ? { ...said, rest: `${said.rest} ${back} by hand.` }
    : { answer: back, rest: `By hand, in ${plural(count, 'refund')}. No payments are due.` }
}

/** Says how much money guests owe to the venue. Returns null if they owe nothing. */
function owedToUs({ overdue, due, later }: PaymentsDue): Said | null {
  const after = `${formatMoney(later.cents)} after that.`
  if (overdue.count > 0) {
    const soon = due.count > 0 ? `${formatMoney(due.cents)} due in 30 days. ` : ''
    return {
      answer: `${formatMoney(overdue.cents)} overdue`,
      tone: 'bad',
      rest: `${plural(overdue.count, 'invoice')} late. ${soon}${later.count > 0 ? after : ''}`,
    }
  }
  if (due.count > 0) {
    const rest = `Within 30 days, in ${plural(due.count, 'invoice')}. Nothing is overdue.`
    return { answer: `${formatMoney(due.cents)} due`, rest: later.count > 0 ? `${rest} ${after}` : rest }
  }
  if (later.count > 0)
    return {
      answer: 'Nothing overdue',
      tone: 'good',
      rest: `${formatMoney(later.cents)} in more than 30 days.`,
    }
  return null
}
