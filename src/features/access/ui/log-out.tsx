import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { endSession } from '../contract.ts'

interface LogOutProps {
  call: Call
  look?: 'main' | 'plain'
}

/** Ends the session here and at the identity provider, then goes to `/` (R14.6). */
export function LogOut({ call, look = 'plain' }: LogOutProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function leave() {
    setState('busy')
    const ended = await call(endSession)
    if (ended.ok) location.assign(ended.data.logoutUrl)
    else setState('failed')
  }

  return (
    <span data-hydrate>
      <Button look={look} busy={state === 'busy'} onClick={() => void leave()}>
        Log Out
      </Button>
      <output>{state === 'failed' && ' That did not work. Please try again.'}</output>
    </span>
  )
}
