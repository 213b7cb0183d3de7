/**
 * Allows ten minutes for each test that starts processes. Such tests take seconds on an idle machine and
 * minutes on a busy one.
 */
import { vi } from 'vitest'

export function allowLongTests(): void {
  vi.setConfig({ testTimeout: 10 * 60_000, hookTimeout: 10 * 60_000 })
}
