import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in what the server sends and until React has taken it over: what is pressed before that would be lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
