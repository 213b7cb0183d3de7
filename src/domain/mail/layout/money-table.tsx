import { formatMoney } from '#shared/money.ts'
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
  const rows = total ? [...lines, total] : lines
  return (
    <Table className="card" style={styles.card}>
      {rows.map((row, index) => {
        const { label, cents } = row
        const isTotal = row === total
        const ruled = isTotal && rows.length > 1
        const cell = ruled ? styles.totalCell : index === 0 ? styles.firstCell : styles.cell
        const bottom = index === rows.length - 1 && !ruled ? { ...cell, paddingBottom: 18 } : cell
        const space = total && rows[index + 1] === total ? { ...bottom, paddingBottom: 14 } : bottom
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows never move, and two may read alike
          <tr key={index} data-text="row">
            <td className="line" style={space}>
              <Line look={isTotal ? 'totalLabel' : 'label'} inText="label">
                {label}
              </Line>
            </td>
            <td className="line" style={space} align="right">
              <Line look={isTotal ? 'total' : 'amount'} inText="value">
                {from ? `from ${formatMoney(cents)}` : formatMoney(cents)}
              </Line>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
