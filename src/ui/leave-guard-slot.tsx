/** The place in the shell where `leave-guard.tsx` stands once something on the page can be unsaved; most pages never load it. */
import { useSyncExternalStore, type ReactNode } from 'react'

let guard: ReactNode = null
const listeners = new Set<() => void>()

export function provideLeaveGuard(element: ReactNode): void {
  if (guard === element) return
  guard = element
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function LeaveGuardSlot() {
  return useSyncExternalStore(
    subscribe,
    () => guard,
    () => null,
  )
}
