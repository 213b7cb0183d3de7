/** Tables whose rows become cards on a phone. Also the heading row of a plain table. */
import { memo, type CSSProperties, type ReactNode } from 'react'
import { Stylesheet } from './stylesheet.tsx'
import { useHydrated } from './tab-store.ts'
import sheet from './data-table.css?url'
import { keepAmounts, Text } from './text.tsx'

export interface Column<Row> {
  name: string
  head: string
  /** True if the column's heading is only for screen readers, for example above buttons. */
  quiet?: boolean
  /**
   * The label before the cell when a phone shows the row as a card. If missing, the label is `head`. An empty
   * text means no label.
   */
  label?: string
  cell: (row: Row) => ReactNode
  /** True if this cell is the name of its row for screen readers. */
  names?: boolean
  /** Width of the column as a CSS grid track: `7rem`, `minmax(9rem, 2fr)`. */
  width?: string
  /** True if the cell is as wide as the card on a phone. */
  wide?: boolean
  /**
   * True if the cell is on a line of its own below the others, as wide as the row. It has no heading that is seen.
   */
  below?: boolean
  sorts?: boolean
  /** True if the cells are numbers or amounts, which line up at the end of the column. */
  number?: boolean
  /**
   * The place of the cell in a `compact` table on a phone: `amount` follows the row's name in the first line, and
   * `fill` takes the room that is left in its line. If missing, the cell follows the others in small text.
   */
  compact?: 'amount' | 'fill'
  className?: string
}

export interface Sort {
  by: string
  direction: 'ascending' | 'descending'
  onSort: (column: string) => void
}

type Key = number | string

export interface Selection<Row> {
  /** The keys of the selected rows. */
  selected: ReadonlySet<Key>
  /** The name of a row, as in "Select Ana Ortiz". */
  nameOf: (row: Row) => string
  /** Selects rows or takes them out of the selection. Pass the same function at each rendering. */
  onSelect: (keys: readonly Key[], on: boolean) => void
}

interface DataTableProps<Row> {
  caption: string
  /**
   * The columns of the table. Pass the same array at each rendering (a constant or `useMemo`), because every
   * row renders again if the array changes.
   */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  sort?: Sort
  /** Adds a checkbox to each row, and one above them for all rows that are shown. */
  selection?: Selection<Row>
  /** The content to show if the table has no rows. */
  empty?: ReactNode
  /**
   * Returns true to hide a row. A hidden row stays in the document, so that text typed into it is not lost.
   */
  hidden?: (row: Row) => boolean
  /** True if a phone shows each row in two or three short lines, for long tables of amounts. */
  compact?: boolean
  className?: string
}

/**
 * Sets ARIA roles explicitly, because browsers do not treat an element as a table if CSS changes its layout.
 */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** The number of rows from which the browser skips the layout of rows outside the window. */
const MANY = 100

/** Renders a table. A narrow screen shows each row as a card, but for screen readers it is always a table. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, selection, empty, hidden } = props
  const { compact = false, className = '' } = props
  const started = useHydrated()
  const tracks = [
    ...(selection ? [CHECKBOX_WIDTH] : []),
    ...columns.flatMap(({ width = 'minmax(0, 1fr)', below }) => (below ? [] : [width])),
  ].join(' ')
  return (
    <div className={`data-table-frame ${className}`}>
      <Stylesheet href={sheet} />
      {rows.length === 0 && empty !== undefined ? (
        <p className="data-table-empty">{empty}</p>
      ) : (
        <table
          {...TABLE_ROLES.table}
          aria-label={caption}
          className={`data-table ${rows.length > MANY ? 'data-table-long' : ''} ${compact ? 'data-table-compact' : ''}`}
          style={{ '--columns': tracks } as CSSProperties}
        >
          <thead {...TABLE_ROLES.group}>
            <tr {...TABLE_ROLES.row}>
              {selection && (
                <th {...TABLE_ROLES.columnHead} scope="col" className="data-table-select">
                  <SelectAll
                    keys={rows.filter((row) => !hidden?.(row)).map(rowKey)}
                    disabled={!started}
                    {...selection}
                  />
                </th>
              )}
              {columns.map(({ name, head, quiet, below, sorts, number }) => (
                <th
                  key={name}
                  {...TABLE_ROLES.columnHead}
                  scope="col"
                  className={number ? 'data-table-number' : below ? 'visually-hidden' : undefined}
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
                {...(selection && {
                  selectKey: rowKey(row),
                  selectLabel: `Select ${selection.nameOf(row)}`,
                  selected: selection.selected.has(rowKey(row)),
                  onSelect: selection.onSelect,
                })}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** The width of the column with the checkboxes. */
const CHECKBOX_WIDTH = '1.5rem'

interface SelectAllProps extends Pick<Selection<never>, 'selected' | 'onSelect'> {
  keys: readonly Key[]
  disabled: boolean
}

function SelectAll({ keys, selected, onSelect, disabled }: SelectAllProps) {
  const count = keys.filter((key) => selected.has(key)).length
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      disabled={disabled}
      checked={count > 0 && count === keys.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < keys.length
      }}
      onChange={({ target }) => onSelect(keys, target.checked)}
    />
  )
}

interface DataRowProps {
  row: unknown
  columns: readonly Column<unknown>[]
  hidden: boolean
  selectKey?: Key
  selectLabel?: string
  selected?: boolean
  onSelect?: Selection<never>['onSelect']
}

const DataRow = memo(function DataRow({ row, columns, hidden, ...select }: DataRowProps) {
  const { selectKey, selectLabel, selected, onSelect } = select
  const started = useHydrated()
  return (
    <tr {...TABLE_ROLES.row} hidden={hidden}>
      {selectKey !== undefined && onSelect && (
        <td {...TABLE_ROLES.cell} className="data-table-select">
          <input
            type="checkbox"
            aria-label={selectLabel}
            disabled={!started}
            checked={selected}
            onChange={({ target }) => onSelect([selectKey], target.checked)}
          />
        </td>
      )}
      {columns.map((column) => {
        const { name, head, quiet, label, cell, names, wide, below, number, compact, className = '' } = column
        const Cell = names ? 'th' : 'td'
        const classes = [
          className,
          (wide || names || below) && 'data-table-wide',
          below && 'data-table-below',
          number && 'data-table-number',
          compact && `data-table-${compact}`,
        ]
        return (
          <Cell
            key={name}
            {...(names ? TABLE_ROLES.rowHead : TABLE_ROLES.cell)}
            scope={names ? 'row' : undefined}
            className={classes.filter(Boolean).join(' ')}
            data-label={names ? undefined : (label ?? (quiet || below ? '' : head)) || undefined}
          >
            {keepAmounts(cell(row))}
          </Cell>
        )
      })}
    </tr>
  )
})

/** Renders the heading row of a plain table: `<TableHead heads={['Work', 'Last run']} />` */
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
