import { useSyncExternalStore, type ReactNode } from 'react'

type Store<Value> = ReturnType<typeof createStore<Value>>

/**
 * Creates a store with one value, whose changes components can follow. The server renders with the value
 * `first`.
 */
export function createStore<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    first: () => first,
    get: () => value,
    set: (next: Value) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the value of a store. The component renders again when this value changes. */
export const useStore = <Value>({ subscribe, get, first }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, first)

const subscribeToNothing = () => () => {}

/**
 * Returns true once React has hydrated the page, and false on the server. Pressing a button has no effect
 * before that.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const guard = createStore<ReactNode>(null)

export const provideLeaveGuard = guard.set

/**
 * Renders `leave-guard.tsx` once the page has a form whose input can be lost. Most pages never load that
 * file.
 */
export const LeaveGuardSlot = () => useStore(guard)
