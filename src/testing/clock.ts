/** The time of a test: it stands still until the test moves it. */

export interface Clock {
  now(): Date
  set(time: Date): void
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

export function createClock(start: Date): Clock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    set: (time) => {
      current = time.getTime()
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      current += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}
