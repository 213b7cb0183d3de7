export interface Clock {
  now(): Date
  set(time: Date): void
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

/** Creates a clock that moves only when the test moves it. Calls `moved` with each new time. */
export function createClock(start: Date, moved: (time: Date) => void = () => {}): Clock {
  let current = start.getTime()
  const moveTo = (time: number) => {
    current = time
    moved(new Date(current))
  }
  return {
    now: () => new Date(current),
    set: (time) => moveTo(time.getTime()),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      moveTo(current + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000),
  }
}

/**
 * Creates a clock that also sets the system time that the test process sees. The rate limits use that time.
 * `restore` sets the real time again.
 */
export async function createClockOfMachine(start: Date): Promise<{ clock: Clock; restore: () => void }> {
  const { vi } = await import('vitest')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return {
    clock: createClock(start, (time) => void vi.setSystemTime(time)),
    restore: () => void vi.useRealTimers(),
  }
}
