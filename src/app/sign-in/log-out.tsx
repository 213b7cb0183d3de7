import { useState } from 'react'
import { useCall } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'

/**
 * Renders the button that signs the user out of this site and of the identity provider. The browser then
 * opens `/` (R14.6).
 */
export function LogOut({ look = 'plain' }: { look?: 'main' | 'plain' }) {
  const call = useCall()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function leave() {
    setState('busy')
    // Loads the contract only when the button is pressed. The error page has this button, so every page would
    // load the contract otherwise.
    const contract = await import('#domain/staff/sign-in/contract.ts').catch(() => null)
    const ended = contract && (await call(contract.endSession))
    if (ended?.ok) location.assign(ended.data.logoutUrl)
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
