import type { AdminReservation } from '../../../../capabilities/booking/admin/contract.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { paths } from '../../../paths.ts'

interface GuestPageLinkProps {
  stay: AdminReservation
  say: (words: string) => void
}

/** The private link (SPEC section 2: "a link to the guest completion page"). */
export function GuestPageLink({ stay, say }: GuestPageLinkProps) {
  const path = paths.completeReservation(stay.uuid)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href)
      say('Copied the link')
    } catch {
      say('The browser does not let the link be copied')
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
        Copy the link
      </Button>
    </section>
  )
}
