/** Tables: of rows that become cards on a phone, and the head of a plain one. */
import { memo, type CSSProperties, type ReactNode } from 'react'
import { Stylesheet } from './stylesheet.tsx'
import { useHydrated } from './tab-state.ts'
import sheet from './data-table.css?url'
import { Text } from './text.tsx'

export interface Column<Row> {
  name: string
  head: string
  /** The head is for screen readers alone, as over buttons. */
  quiet?: boolean
  /** The words of a card before the cell; the head unless told, empty for nothing. */
  label?: string
  cell: (row: Row) => ReactNode
  /** The cell that names its row. */
  names?: boolean
  /** The width beside the others, as a track of a grid: `7rem`, `minmax(9rem, 2fr)`. */
  width?: string
  /** On a card it takes the whole width. */
  wide?: boolean
  sorts?: boolean
  className?: string
}

export interface Sort {
  by: string
  direction: 'ascending' | 'descending'
  onSort: (column: string) => void
}

interface DataTableProps<Row> {
  caption: string
  /** Made once, outside of a rendering or by `useMemo`: a row is made anew only when it, or they, change. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  sort?: Sort
  /** In place of the rows when there are none. */
  empty?: ReactNode
  /** Of a row: it stays in the document, so that nothing typed in it is lost. */
  hidden?: (row: Row) => boolean
  className?: string
}

/** The roles of a table's elements, written out: a browser takes a table that is laid out otherwise for no table at all. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** From here on rows out of sight are not laid out. */
const MANY = 100

/** A table where there is room for one, and a card for each row where there is not: a table to screen readers either way. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, empty, hidden, className = '' } = props
  const started = useHydrated()
  const tracks = columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ')
  return (
    <div className={`data-table-frame ${className}`}>
      <Stylesheet href={sheet} />
      {rows.length === 0 && empty !== undefined ? (
        <p className="data-table-empty">{empty}</p>
      ) : (
        <table
          {...TABLE_ROLES.table}
          aria-label={caption}
          className={`data-table ${rows.length > MANY ? 'data-table-long' : ''}`}
          style={{ '--columns': tracks } as CSSProperties}
        >
          <thead {...TABLE_ROLES.group}>
            <tr {...TABLE_ROLES.row}>
              {columns.map(({ name, head, quiet, sorts }) => (
                <th
                  key={name}
                  {...TABLE_ROLES.columnHead}
                  scope="col"
                  aria-sort={sort?.by === name ? sort.direction : undefined}
                >
                  {sorts && sort ? (
                    <button type="button" disabled={!started} onClick={() => sort.onSort(name)}>
                      <Text>{head}</Text>
                      <span className="data-table-arrow" aria-hidden="true" />
                    </button>
                  ) : (
                    <span className={quiet ? 'visually-hidden' : undefined}>
                      <Text>{head}</Text>
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...TABLE_ROLES.group}>
            {rows.map((row) => (
              <DataRow
                key={rowKey(row)}
                row={row}
                columns={columns as readonly Column<unknown>[]}
                hidden={hidden?.(row) ?? false}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

interface DataRowProps {
  row: unknown
  columns: readonly Column<unknown>[]
  hidden: boolean
}

const DataRow = memo(function DataRow({ row, columns, hidden }: DataRowProps) {
  return (
    <tr {...TABLE_ROLES.row} hidden={hidden}>
      {columns.map(({ name, head, quiet, label, cell, names, wide, className = '' }) => {
        const Cell = names ? 'th' : 'td'
        return (
          <Cell
            key={name}
            {...(names ? TABLE_ROLES.rowHead : TABLE_ROLES.cell)}
            scope={names ? 'row' : undefined}
            className={`${className} ${wide || names ? 'data-table-wide' : ''}`}
            data-label={names ? undefined : (label ?? (quiet ? '' : head)) || undefined}
          >
            {cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
})

/** The head of a plain table: `<TableHead heads={['Work', 'Last run']} />` */
export function TableHead({ heads, className }: { heads: readonly string[]; className?: string }) {
  return (
    <thead {...TABLE_ROLES.group} className={className}>
      <tr {...TABLE_ROLES.row}>
        {heads.map((head) => (
          <th key={head} {...TABLE_ROLES.columnHead} scope="col">
            <Text>{head}</Text>
          </th>
        ))}
      </tr>
    </thead>
  )
}
