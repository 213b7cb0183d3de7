import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { CopyLink } from '#ui/copy-link.tsx'
import { paths } from '#web/paths.ts'

interface GuestPageLinkProps {
  stay: AdminReservation
  say: (words: string) => void
}

/** The private link (R12.2). */
export function GuestPageLink({ stay, say }: GuestPageLinkProps) {
  const path = paths.completeReservation(stay.uuid)
  return (
    <section aria-labelledby="guest-page">
      <h2 id="guest-page">The guest’s own page</h2>
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          Open it as the guest sees it
        </a>
        . The address is the key to it: whoever has it can read and pay.
      </p>
      <CopyLink path={path} say={say} />
    </section>
  )
}
