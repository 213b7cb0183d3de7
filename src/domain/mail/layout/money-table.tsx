/** Tables of amounts in e-mails. */
import { formatMoney } from '#shared/money.ts'
import type { MoneyRow, MoneyRows } from '#shared/money-rows.ts'
import type { MoneyLine } from '../emails/facts/invoices.ts'
import { styles } from './style.ts'
import { Table } from './table.tsx'
import { Line } from './text.tsx'

/** Renders amounts in a column, with the total highlighted. `from` marks amounts that may become higher. */
export function MoneyTable({
  lines,
  total,
  from = false,
}: {
  lines: MoneyLine[]
  total?: MoneyLine | null
  from?: boolean
}) {
  const strong = total ? [{ ...total, look: 'total' as const }] : []
  return (
    <Card rows={[...lines.map((line) => ({ ...line, look: 'amount' as const })), ...strong]} from={from} />
  )
}

/**
 * Renders a stay's money: what it costs, the total, and what was paid or is still to pay (R52.4). What a row includes
 * stands below it, indented.
 */
export function StayMoneyTable({ parts, total, settled }: MoneyRows) {
  const last = settled.at(-1)
  const rows = [...parts, total, ...settled].flatMap((row): CardRow[] => [
    { ...row, look: row === total || row === last ? 'total' : 'amount' },
    ...(row.includes ?? []).map((part) => ({ ...part, look: 'part' as const })),
  ])
  return <Card rows={rows} />
}

interface CardRow extends Pick<MoneyRow, 'label' | 'cents'> {
  look: keyof typeof LABELS
}

const LABELS = { amount: 'label', total: 'totalLabel', part: 'partLabel' } as const

function Card({ rows, from = false }: { rows: CardRow[]; from?: boolean }) {
  return (
    <Table className="card" style={styles.card}>
      {rows.map(({ label, cents, look }, index) => {
        const cell = cellOf(rows, index)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows never move, and two may read alike
          <tr key={index} data-text="row">
            <td className="line" style={look === 'part' ? { ...cell, paddingLeft: 36 } : cell}>
              <Line look={LABELS[look]} inText={look === 'part' ? 'part' : 'label'}>
                {label}
              </Line>
            </td>
            <td className="line" style={cell} align="right">
              <Line look={look === 'part' ? 'partAmount' : look} inText="value">
                {from ? `from ${formatMoney(cents)}` : formatMoney(cents)}
              </Line>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** Returns the style of a row's cells. A line separates a highlighted row from the rows above it. */
function cellOf(rows: CardRow[], index: number) {
  const { look } = rows[index] ?? {}
  const next = rows[index + 1]
  const ruled = look === 'total' && index > 0
  const cell = ruled ? styles.totalCell : index === 0 ? styles.firstCell : styles.cell
  if (look === 'part') return { ...cell, paddingTop: 0, paddingBottom: next ? 7 : 18 }
  if (next?.look === 'part') return { ...cell, paddingBottom: 4 }
  if (next?.look === 'total') return { ...cell, paddingBottom: 14 }
  return next || ruled ? cell : { ...cell, paddingBottom: 18 }
}
