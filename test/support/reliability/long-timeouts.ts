/**
 * Allows ten minutes per test, for files that start processes. They take seconds on an idle machine and
 * minutes on a busy one.
 */
import { vi } from 'vitest'

export function allowLongTests(): void {
  vi.setConfig({ testTimeout: 10 * 60_000, hookTimeout: 10 * 60_000 })
}
