import { useCallback, useState } from 'react'
import { type AdminReservation, getReservationByAdmin } from '#features/booking/contract/admin.ts'
import type { Call } from '#shared/client.ts'

/**
 * The reservation as the page shows it: as it came with the page, later as a change has answered it or as it was read
 * again. A failed reading leaves the page, and what is typed on it, as it is.
 */
export function useReservation(loaded: AdminReservation, call: Call) {
  const [here, setHere] = useState({ loaded, reservation: loaded })
  const [failure, setFailure] = useState<string | null>(null)
  const newer = here.loaded === loaded || here.reservation.version > loaded.version
  const reservation = newer ? here.reservation : loaded

  /** An answer that comes late never puts back what was there before. */
  const keep = useCallback(
    (next: AdminReservation) => {
      setFailure(null)
      setHere((now) => (now.reservation.version > next.version ? now : { loaded, reservation: next }))
    },
    [loaded],
  )
  const again = useCallback(async () => {
    const found = await call(getReservationByAdmin, { query: { id: loaded.id } })
    if (found.ok) keep(found.data)
    else setFailure(found.message)
  }, [call, keep, loaded])
  return { reservation, failure, keep, again }
}
