/** A fake session storage for tests that run without a browser. */
import { afterEach, vi } from 'vitest'

/** Replaces `window.sessionStorage` until the test ends. Returns the Map that stores its values. */
export function fakeSessionStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
  return kept
}

afterEach(() => void vi.unstubAllGlobals())
