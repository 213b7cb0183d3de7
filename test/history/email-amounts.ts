/**
 * Checks the amounts in e-mails after all jobs are done (R3.11). Renders each e-mail from the current data
 * and compares it with the guest's private page. `total-invariants.ts` compares that page with the database
 * and all other pages.
 */
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import type { RenderedEmail } from '#domain/mail/emails/definition.ts'
import { writeEmail } from '#domain/mail/emails/write.ts'
import { renderEmail } from '#domain/mail/layout/render.tsx'
import type { EmailType } from '#platform/database/schema/emails.ts'
import { centsOfDollars } from '#shared/money.ts'
import { type Snapshot, sumOf } from './snapshot.ts'
import { countEvent, dollars, type HistoryState } from './history-state.ts'

type Figure = 'due' | 'paid' | 'open' | 'left' | 'credit' | 'refunded' | 'paid by then' | 'refunded of it'

const AMOUNT = String.raw`(-?\$[\d,]+(?:\.\d\d)?)`

/**
 * Labels in an e-mail's table of amounts, each with the amount that it stands for. If several rows stand for
 * the same amount, the check adds them.
 */
const ROWS: [RegExp, Figure][] = [
  [/^Total for (your stay|all of you)$/, 'due'],
  [/^Paid (so far|before)$|, paid on |^Refunded since$/, 'paid'],
  [/, (due (now|today|by)|was due on|still due|charged to) ?/, 'open'],
  [/^Paid$/, 'paid by then'],
  [/^Your refund( so far)?$/, 'refunded of it'],
]

const SENTENCES: [RegExp, Figure[]][] = [
  [new RegExp(`${AMOUNT} is still due from you`), ['left']],
  [new RegExp(`now costs? ${AMOUNT}. You have nothing left`), ['due']],
  [new RegExp(`The ${AMOUNT} that you paid counts for this stay`), ['paid']],
  [new RegExp(`That’s ${AMOUNT} more than it costs`), ['credit']],
]

const ROW = new RegExp(`^(.*): ${AMOUNT}$`)

/** Returns the amounts in an e-mail's text, in cents. */
function statedIn({ text }: RenderedEmail): Map<Figure, number> {
  const stated = new Map<Figure, number>()
  const add = (figure: Figure, amount: string) =>
    stated.set(figure, (stated.get(figure) ?? 0) + (centsOfDollars(amount) ?? Number.NaN))
  for (const line of text.split('\n')) {
    const [, label = '', amount = ''] = ROW.exec(line) ?? []
    for (const [named, figure] of ROWS) if (amount && named.test(label)) add(figure, amount)
    for (const [sentence, figures] of SENTENCES) {
      const amounts = sentence.exec(line)?.slice(1) ?? []
      for (const [index, each] of amounts.entries()) add(figures[index] ?? 'due', each)
    }
  }
  return stated
}

/**
 * Returns true for e-mails about a saved card. They list only the invoice to charge. Other e-mails list every
 * unpaid invoice.
 */
const isOfOneInvoice = (type: EmailType) => type.startsWith('card-')

function shownOn(
  { totalDue, totalPaid, money, invoices, cancellation, party }: GuestReservation,
  { emailType, invoiceId }: Snapshot['emails'][number],
) {
  const open = sumOf(
    invoices.filter(({ id, paid }) => !paid && (id === invoiceId || !isOfOneInvoice(emailType))),
  )
  const shown: Partial<Record<Figure, number>> = {
    due: totalDue,
    paid: totalPaid,
    open,
    left: money.stillToPay,
    credit: money.credit,
  }
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
    const shown = shownOn(page, email)
    for (const [figure, cents] of written.finished) {
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
