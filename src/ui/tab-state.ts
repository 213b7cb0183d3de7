/** State of this browser tab that all parts of the page share. */
import { useSyncExternalStore, type ReactNode } from 'react'

type Store<Value> = ReturnType<typeof createStore<Value>>

/** A value with those who listen to it; `first` is also what the server's page is made with. */
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

/** The store's value; a part that uses it is rendered anew when that changes. */
export const useStore = <Value>({ subscribe, get, first }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, first)

const never = () => () => {}

/** False in what the server sends and until React has taken it over: what is pressed before that would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const guard = createStore<ReactNode>(null)

export const provideLeaveGuard = guard.set

/** The place in the shell where `leave-guard.tsx` stands once something on the page can be unsaved; most pages never load it. */
export const LeaveGuardSlot = () => useStore(guard)
