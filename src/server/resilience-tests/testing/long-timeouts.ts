/** For files that start processes: seconds when the machine is idle, minutes when it is not. */
import { vi } from 'vitest'

export function allowLongTests(): void {
  vi.setConfig({ testTimeout: 10 * 60_000, hookTimeout: 10 * 60_000 })
}
