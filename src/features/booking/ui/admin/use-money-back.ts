import { useEffect, useEffectEvent, useRef } from 'react'
import type { Call } from '#shared/client.ts'
import { useLooks } from '#ui/use-looks.ts'
import { useRead } from '#ui/use-read.ts'
import { getMoneyBack } from '#features/booking/contract/refunds.ts'

interface Asked {
  id: number
  /** Raised by each change: what was read before it is outdated. */
  version: number
  call: Call
  /** A refund that was on its way has arrived, or was refused. */
  onMoved: () => void
}

/** What was refunded and how it was cancelled; looks again a few times while something is on its way. */
export function useMoneyBack({ id, version, call, onMoved }: Asked) {
  const { found, data, again } = useRead(call, getMoneyBack, { query: { id }, of: version })
  const refunds = data?.refunds ?? []
  const moving = refunds.filter(({ status }) => status === 'requested').length
  useLooks(moving === 0 ? '' : `${version}:${moving}`, again)
  const before = useRef(moving)
  const moved = useEffectEvent(onMoved)
  useEffect(() => {
    if (moving < before.current) moved()
    before.current = moving
  }, [moving])
  return { found, data, again }
}
