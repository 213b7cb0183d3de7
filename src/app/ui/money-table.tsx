import type { MoneyRow, MoneyRows } from '#shared/money-rows.ts'
import { Stylesheet } from './stylesheet.tsx'
import { Money, Text } from './text.tsx'
import sheet from './money-table.css?url'

/** Renders a stay's amounts, one a row (R52.1): what it costs, the total, and what was paid or is still to pay. */
export function MoneyTable({ parts, total, settled }: MoneyRows) {
  return (
    <>
      <Stylesheet href={sheet} />
      <table className="ruled-table money-table">
        <caption className="visually-hidden">Amounts</caption>
        <tbody>
          {[...parts, total, ...settled].map((row, at, all) => (
            // oxlint-disable-next-line react/no-array-index-key -- two rows may have the same label, and no row has state
            <Row key={at} {...row} strong={row === total || (settled.length > 0 && at === all.length - 1)} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ label, cents, includes, strong = false }: MoneyRow & { strong?: boolean }) {
  return (
    <>
      <tr className={strong ? 'money-strong' : undefined}>
        <th scope="row">
          <Text>{label}</Text>
        </th>
        <td>
          <Money cents={cents} />
        </td>
      </tr>
      {includes?.map((part) => (
        <tr key={part.label} className="money-included">
          <th scope="row">
            <Text>{part.label}</Text>
          </th>
          <td>
            <Money cents={part.cents} />
          </td>
        </tr>
      ))}
    </>
  )
}
