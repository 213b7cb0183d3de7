import { useEffect, useEffectEvent, useState } from 'react'

/** A minute and a half in all; then it is left to the next visit. */
const LOOKS_MS = [1000, 1500, 2500, 4000, 6000, 10_000, 15_000, 20_000, 30_000]

/**
 * Looks again a few times, ever less often, while something is on its way. `at` names what is waited for and how
 * far it is: whenever it changes the looking begins anew; empty: nothing is.
 */
export function usePolling(at: string, look: () => void): void {
  const [looked, setLooked] = useState({ at, times: 0 })
  const times = looked.at === at ? looked.times : 0
  const lookNow = useEffectEvent(() => {
    look()
    setLooked({ at, times: times + 1 })
  })
  useEffect(() => {
    const wait = LOOKS_MS[times]
    if (at === '' || wait === undefined) return undefined
    const timer = setTimeout(() => lookNow(), wait)
    return () => clearTimeout(timer)
  }, [at, times])
}
