import { useStarted } from '#ui/use-started.ts'
import { COLUMNS, sortedBy, type Column, type Sorting } from './arrange.ts'

interface RosterHeadProps {
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

/** The columns' heads, each a button that sorts by it; stays in view while the rows go by. */
export function RosterHead({ sorting, onSort }: RosterHeadProps) {
  const started = useStarted()
  return (
    <thead className="roster-head">
      <tr className="roster-row">
        {(Object.keys(COLUMNS) as Column[]).map((column) => (
          <th
            key={column}

            scope="col"
            aria-sort={sorting.by === column ? sorting.direction : undefined}
          >
            <button type="button" disabled={!started} onClick={() => onSort(sortedBy(column, sorting))}>
              {COLUMNS[column]}
              <span className="roster-arrow" aria-hidden="true" />
            </button>
          </th>
        ))}
        <th scope="col">
          <span className="unseen">Actions</span>
        </th>
      </tr>
    </thead>
  )
}
