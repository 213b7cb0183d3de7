import { useState } from 'react'
import type { AdminReservation } from '../../../../capabilities/booking/admin/contract.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { paths } from '../../../paths.ts'

interface GuestPageLinkProps {
  stay: AdminReservation
  say: (words: string) => void
}

const REFUSED = 'The browser does not allow it. Open the page and copy its address.'

/** The private link (SPEC section 2: "a link to the guest completion page"). */
export function GuestPageLink({ stay, say }: GuestPageLinkProps) {
  const path = paths.completeReservation(stay.uuid)
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href)
      setCopied('yes')
      say('Copied the link')
    } catch {
      setCopied('refused')
      say(REFUSED)
    }
  }
  return (
    <section aria-labelledby="guest-page">
      <h2 id="guest-page">The guest’s own page</h2>
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          Open it as the guest sees it
        </a>
        . The address is the key to it: whoever has it can read and pay.
      </p>
      <Button look="plain" onClick={() => void copy()}>
        {copied === 'yes' ? 'Copied' : 'Copy the link'}
      </Button>
      {copied === 'refused' && <p className="note">{REFUSED}</p>}
    </section>
  )
}
