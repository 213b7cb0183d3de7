import { useEffect, useState } from 'react'
import type { Call, Result } from '#shared/client.ts'
import { getReservationByAdmin } from '#features/booking/contract/admin.ts'

type Found = Result<typeof getReservationByAdmin>

/** Asks for everything about a guest; null until the answer is there. */
export function useGuestDetails(id: number, call: Call) {
  const [found, setFound] = useState<Found | null>(null)
  const missing = found === null
  useEffect(() => {
    if (!missing) return undefined
    let wanted = true
    const ask = async () => {
      const answer = await call(getReservationByAdmin, { query: { id } })
      if (wanted) setFound(answer)
    }
    void ask()
    return () => {
      wanted = false
    }
  }, [id, call, missing])
  return { found, again: () => setFound(null) }
}
