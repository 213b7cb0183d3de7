import { CheckField, SelectField } from '#ui/field.tsx'
import { useHydrated } from '#ui/tab-state.ts'
import { COLUMNS, columnsOf, statesOf, type Column, type Shown, type View } from './arrange.ts'
import { plural } from '#shared/text.ts'

interface RosterToolsProps {
  view: View
  counts: Record<Shown, number>
  /** How many guests are listed now. */
  listed: number
  /** The retreat is over. */
  ended: boolean
  /** Somebody has told when they come. */
  withArrival: boolean
  /** Some come in parties. */
  withParties: boolean
  onView: (view: View) => void
}

/** The filter, and the order where the columns' heads have no room. */
export function RosterTools({ view, counts, listed, ended, onView, ...has }: RosterToolsProps) {
  const { sorting, together } = view
  const started = useHydrated()
  return (
    <search className="roster-tools">
      <div className="roster-find">
        <label htmlFor="roster-find">Find a guest</label>
        <input
          id="roster-find"
          type="search"
          className="field-input"
          autoComplete="off"
          placeholder="Name, email, phone or note"
          readOnly={!started}
          value={view.text}
          onChange={({ target }) => onView({ ...view, text: target.value })}
        />
      </div>
      <fieldset className="roster-shown" disabled={!started}>
        <legend className="visually-hidden">Show</legend>
        {statesOf(counts, { shown: view.shown, ended }).map(({ state: shown, label }) => (
          <label key={shown}>
            <input
              type="radio"
              name="roster-shown"
              checked={view.shown === shown}
              onChange={() => onView({ ...view, shown })}
            />
            <span>
              {label} <b>{counts[shown]}</b>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="roster-sort">
        <SelectField
          id="roster-sort"
          label="Sort by"
          required
          disabled={!started}
          options={ordersOf(columnsOf(has.withArrival))}
          value={`${sorting.by} ${sorting.direction}`}
          onChange={({ target }) => {
            const [by, direction] = target.value.split(' ') as [Column, View['sorting']['direction']]
            onView({ ...view, sorting: { by, direction } })
          }}
        />
      </div>
      {has.withParties && (
        <CheckField
          id="roster-together"
          disabled={!started}
          checked={together}
          onChange={({ target }) => onView({ ...view, together: target.checked })}
        >
          Parties together
        </CheckField>
      )}
      <output className="roster-count">{plural(listed, 'guest')} listed</output>
    </search>
  )
}

const ordersOf = (columns: Column[]) =>
  Object.fromEntries(
    columns.flatMap((by) =>
      ['ascending', 'descending'].map((direction) => [`${by} ${direction}`, `${COLUMNS[by]}, ${direction}`]),
    ),
  )
