import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/** The values of `?do=` in a page's address. Each opens a dialog of that page. */
type ActName = 'payment' | 'remind' | 'reservation'

/**
 * Begins an act, such as opening a dialog, if the palette led here with that act. Removes it from the address, so that
 * a reload does not begin it again.
 */
export function useAct(name: ActName, begin: () => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get('do') === name
  const start = useEffectEvent(() => {
    begin()
    setParams(
      (now) => {
        now.delete('do')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  })
  useEffect(() => {
    if (asked) start()
  }, [asked])
}
