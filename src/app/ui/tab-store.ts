/** Values that all parts of the page in this browser tab share. */
import { useSyncExternalStore, type ReactNode } from 'react'

type Store<Value> = ReturnType<typeof createStore<Value>>

/** Creates an observable value. The server renders with `first`. */
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

/** Returns the store's value and re-renders when it changes. */
export const useStore = <Value>({ subscribe, get, first }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, first)

const subscribeToNothing = () => () => {}

/**
 * Returns false on the server and until hydration. A button that is pressed before hydration would do nothing.
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

/** Renders `leave-guard.tsx` once the page has input that can be unsaved. Most pages never load it. */
export const LeaveGuardSlot = () => useStore(guard)
