/** Money tables that several e-mails share. */
import {
  balanced,
  beyondWords,
  type MoneyLine,
  type OpenInvoice,
  openLines,
  totalLine,
  totalOf,
} from '../emails/facts/invoices.ts'
import type { PricedFacts, UpcomingFacts } from '../emails/facts/reservation.ts'
import { MoneyTable } from './money-table.tsx'
import { Paragraph } from './text.tsx'

/** Renders the open invoices, with a total if there are several. Renders nothing if none is open. */
export function OpenInvoices({ open }: { open: OpenInvoice[] }) {
  if (open.length === 0) return null
  const total = open.length > 1 ? { label: 'Total still due', cents: totalOf(open) } : null
  return <MoneyTable lines={openLines(open)} total={total} />
}

type Totals = Pick<PricedFacts, 'totalPaid' | 'totalDue' | 'open' | 'companions'>

/** Renders what was paid for a reservation, its open invoices and its total. */
export function PaidAndOpen({ stay }: { stay: Totals }) {
  const { totalPaid, open } = stay
  const paid = totalPaid > 0 ? [{ label: 'Paid so far', cents: totalPaid }] : []
  return <BalancedTable stay={stay} lines={[...paid, ...openLines(open)]} />
}

/** Renders these lines and the total of a reservation. Says what to do if the lines exceed the total. */
export function BalancedTable({
  stay: { totalDue, open, companions },
  lines,
}: {
  stay: Omit<Totals, 'totalPaid'>
  lines: MoneyLine[]
}) {
  const beyond = beyondWords(lines, totalDue, open)
  return (
    <>
      <MoneyTable lines={balanced(lines, totalDue, open)} total={totalLine(totalDue, companions)} />
      {beyond && <Paragraph>{beyond}</Paragraph>}
    </>
  )
}

/**
 * Renders the price of the stay for each guest of a party. Renders nothing for a guest without companions, or if
 * nothing costs money.
 */
export function CostPerGuest({ companions, choices, share }: UpcomingFacts) {
  if (companions.every((one) => one.share + share === 0)) return null
  return (
    <>
      <Paragraph>The price of each stay:</Paragraph>
      <MoneyTable
        lines={[
          costLine('You', choices, share),
          ...companions.map((one) => costLine(one.name, one.choices, one.share)),
        ]}
      />
    </>
  )
}

const costLine = (name: string, choices: string[], cents: number): MoneyLine => ({
  label: choices.length === 0 ? name : `${name}: ${choices.join(', ')}`,
  cents,
})
