/** Values of this browser tab that parts of the page show. */
import { useSyncExternalStore } from 'react'

type Store<Value> = ReturnType<typeof createStore<Value>>

/** `first` is also what the server's page is made with. */
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

/** The store's value; whoever uses it is rendered anew when that changes. */
export const useStore = <Value>({ subscribe, get, first }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, first)
