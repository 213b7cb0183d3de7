import type { CalendarEvent } from '#features/calendar/contract.ts'

/** Changes that were made here while the events were being read: the reply may be older than they are. */
export class Changes {
  readonly #since = new Map<number, CalendarEvent | null>()

  /** The event as it is now; null: it is deleted. */
  note(id: number, event: CalendarEvent | null): void {
    this.#since.set(id, event)
  }

  forget(): void {
    this.#since.clear()
  }

  /** The events that were read, with the changes since. */
  on(found: readonly CalendarEvent[]): CalendarEvent[] {
    const changed = [...this.#since.values()].filter((event) => event !== null)
    return [...found.filter(({ id }) => !this.#since.has(id)), ...changed]
  }
}
