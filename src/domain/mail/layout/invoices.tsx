/** Money tables that several e-mails share. */
import {
  beyondWords,
  type MoneyLine,
  type OpenInvoice,
  openLines,
  totalOf,
  withInvoices,
} from '../emails/facts/invoices.ts'
import type { MoneyFacts } from '../emails/facts/reservation.ts'
import { MoneyTable, StayMoneyTable } from './money-table.tsx'
import { Paragraph } from './text.tsx'

/** Renders the open invoices, with a total if there are several. Renders nothing if none is open. */
export function OpenInvoices({ open }: { open: OpenInvoice[] }) {
  if (open.length === 0) return null
  const total = open.length > 1 ? { label: 'Total still due', cents: totalOf(open) } : null
  return <MoneyTable lines={openLines(open)} total={total} />
}

/** Introduces the rows of a stay's money. */
export const WHAT_IS_LEFT = 'Here’s what your stay costs, what’s paid, and what’s still to pay:'

interface StayMoneyProps {
  stay: Pick<MoneyFacts, 'rows' | 'beyond'> & { open: OpenInvoice[] }
  /** The payment that the e-mail confirms. */
  paid?: MoneyLine[]
  /** The lines of the unpaid invoices, if the e-mail words them in another way. */
  lines?: MoneyLine[]
}

/**
 * Renders a stay's money in the rows of the guest's page, with the invoices (R52.4). Says what to do if payments and
 * invoices exceed the total.
 */
export function StayMoney({ stay: { rows, beyond, open }, paid, lines: worded }: StayMoneyProps) {
  const lines = worded ?? openLines(open)
  const words = beyondWords(beyond, lines)
  return (
    <>
      <StayMoneyTable {...withInvoices(rows, { paid, open: lines })} />
      {words && <Paragraph>{words}</Paragraph>}
    </>
  )
}
