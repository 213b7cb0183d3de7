/** The columns of the roster that a person has chosen. The browser stores them, so they stay after a reload. */
import { createStore, useStore } from '#app/ui/tab-store.ts'
import { COLUMNS, type Column, FIRST_COLUMNS } from './filter-and-sort.ts'

const KEY = 'roster-columns'

const store = createStore<readonly Column[]>(FIRST_COLUMNS)

function isStored(value: unknown): value is Column[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name in COLUMNS)
}

/** Reads the stored columns. Returns the first columns if there are none, or if the browser stores nothing. */
function readColumns(): readonly Column[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isStored(stored) ? inOrder(stored) : FIRST_COLUMNS
  } catch {
    return FIRST_COLUMNS
  }
}

/** Returns columns in the order of the table. The column with the names is always among them. */
const inOrder = (chosen: readonly Column[]) =>
  (Object.keys(COLUMNS) as Column[]).filter((name) => name === 'name' || chosen.includes(name))

if (typeof window !== 'undefined') store.set(readColumns())

function chooseColumns(columns: readonly Column[]): void {
  store.set(inOrder(columns))
  try {
    localStorage.setItem(KEY, JSON.stringify(store.get()))
  } catch {
    // The browser blocks storage, so the choice lasts until the page is left.
  }
}

/** Returns the chosen columns in the order of the table, and a function that chooses others. */
export const useChosenColumns = () => [useStore(store), chooseColumns] as const
