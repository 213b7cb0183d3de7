/**
 * Checks the amounts in e-mails after all jobs are done (R3.11, R52.4). Renders each e-mail from the current data
 * and compares it with the guest's private page. `total-invariants.ts` compares that page with the database
 * and all other pages.
 */
import { moneyRows } from '#domain/booking/domain/money-rows.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import type { RenderedEmail } from '#domain/mail/emails/definition.ts'
import { writeEmail } from '#domain/mail/emails/write.ts'
import { renderEmail } from '#domain/mail/layout/render.tsx'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { type Cents, centsOfDollars, formatMoney } from '#shared/money.ts'
import { type Snapshot, sumOf } from './snapshot.ts'
import { countEvent, dollars, type HistoryState } from './history-state.ts'

type Figure = 'due' | 'paid' | 'open' | 'left' | 'credit' | 'paid by then' | 'refunded of it'

const AMOUNT = String.raw`(-?\$[\d,]+(?:\.\d\d)?)`

/**
 * Labels in an e-mail's table of amounts, each with the amount that it stands for. If several rows stand for
 * the same amount, the check adds them.
 */
const ROWS: [RegExp, Figure][] = [
  [/^Total$/, 'due'],
  [/^(Paid|Refunded)$/, 'paid'],
  [/^Still to pay$/, 'left'],
  [/, (due (now|today|by)|was due on|still due|charged to) ?/, 'open'],
  [/^Your refund( so far)?$/, 'refunded of it'],
]

const SENTENCES: [RegExp, Figure[]][] = [
  [new RegExp(`${AMOUNT} is still due from you`), ['left']],
  [new RegExp(`now costs? ${AMOUNT}. You have nothing left`), ['due']],
  [new RegExp(`The ${AMOUNT} that you paid counts for this stay`), ['paid']],
  [new RegExp(`You paid ${AMOUNT}\\.`), ['paid by then']],
  [new RegExp(`That’s ${AMOUNT} more than it costs`), ['credit']],
]

const ROW = new RegExp(`^(.*): ${AMOUNT}$`)

interface Stated {
  figures: [Figure, Cents][]
  /** The rows of the stay's money, one a line. Null if the e-mail has no such rows. */
  rows: string | null
}

/** Labels of the total of an active or ended stay (`moneyRows`). */
const TOTAL = /^(Total|Kept after the cancellation|Not refunded|Refund not decided yet): /

/** Returns the rows of a stay's money in an e-mail, without the amounts that a row includes. */
function rowsIn({ text }: RenderedEmail): string | null {
  const table = text.split('\n\n').find((part) => part.split('\n').some((line) => TOTAL.test(line)))
  return table === undefined
    ? null
    : topRows(
        table
          .trim()
          .split('\n')
          .filter((line) => !line.startsWith('– ')),
      )
}

/** An e-mail writes another name for a companion whose name was deleted than the page. */
const topRows = (rows: string[]) => rows.join('\n').replaceAll(/Companion \d+|[Aa]nother guest/g, 'somebody')

const centsOf = (amount: string): Cents => centsOfDollars(amount) ?? Number.NaN

/** Returns the amounts in an e-mail's text, in cents: those of its rows, and those of each sentence. */
function figuresIn({ text }: RenderedEmail): [Figure, Cents][] {
  const inRows = new Map<Figure, Cents>()
  const inSentences: [Figure, Cents][] = []
  for (const line of text.split('\n')) {
    const [, label = '', amount = ''] = ROW.exec(line) ?? []
    for (const [named, figure] of ROWS)
      if (amount && named.test(label)) inRows.set(figure, (inRows.get(figure) ?? 0) + centsOf(amount))
    for (const [sentence, figures] of SENTENCES)
      for (const [index, each] of (sentence.exec(line)?.slice(1) ?? []).entries())
        inSentences.push([figures[index] ?? 'due', centsOf(each)])
  }
  return [...inRows, ...inSentences]
}

/**
 * Returns true for e-mails about a saved card. They list only the invoice to charge. Other e-mails list every
 * unpaid invoice.
 */
const isOfOneInvoice = (type: EmailType) => type.startsWith('card-')

const statedIn = (email: RenderedEmail): Stated => ({ figures: figuresIn(email), rows: rowsIn(email) })

/** Returns the rows of a stay's money on its private page. `total-invariants.ts` checks that they add up. */
function rowsOn(page: GuestReservation): string {
  const { parts, total, settled } = moneyRows(page, 'guest')
  return topRows([...parts, total, ...settled].map(({ label, cents }) => `${label}: ${formatMoney(cents)}`))
}

function shownOn(
  { totalDue, totalPaid, money, invoices, cancellation, party, ended }: GuestReservation,
  { emailType, invoiceId }: Snapshot['emails'][number],
) {
  const open = sumOf(
    invoices.filter(({ id, paid }) => !paid && (id === invoiceId || !isOfOneInvoice(emailType))),
  )
  // The rows of an ended stay show what was paid and refunded. They are compared as a whole.
  const shown: Partial<Record<Figure, number>> = ended
    ? {}
    : { due: totalDue, paid: totalPaid, open, left: money.stillToPay, credit: money.credit }
  // Skips an e-mail to the payer of a party. It adds up the refunds of all canceled guests, so the check
  // cannot compare it with one reservation.
  if (cancellation && party === null)
    return { ...shown, 'paid by then': cancellation.paid, 'refunded of it': cancellation.refund }
  return shown
}

export async function emailsAgree(
  state: HistoryState,
  { emails }: Snapshot,
  pages: ReadonlyMap<number, GuestReservation>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const email of emails) {
    const { id, emailType, reservationId } = email
    const page = pages.get(reservationId ?? 0)
    if (!page) continue
    const written = await writeEmail(state.site.app.services, email, async (one) =>
      statedIn(await renderEmail(one.email)),
    )
    if (!written.ready) continue
    const { figures, rows } = written.finished
    const shown = shownOn(page, email)
    if (rows !== null) {
      countEvent(state, 'an e-mail showed the rows of the page')
      const own = rowsOn(page)
      if (own !== rows)
        wrong.push(
          `the mail ${id} (${emailType}) of reservation ${reservationId} shows ${rows}, the page ${own}`,
        )
    }
    for (const [figure, cents] of figures) {
      const own = shown[figure]
      if (own === undefined) continue
      countEvent(state, `an e-mail stated what is ${figure}`)
      if (own !== cents)
        wrong.push(
          `the mail ${id} (${emailType}) of reservation ${reservationId} states ${dollars(cents)} ${figure}, the page ${dollars(own)}`,
        )
    }
  }
  return wrong
}
