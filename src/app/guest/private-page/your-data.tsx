/**
 * The section with links to view and download the guest's own data, and the button that deletes the data
 * before the usual day.
 */
import { useState } from 'react'
import { eraseReservation } from '#domain/guests/privacy/contract.ts'
import { ranchDay } from '#shared/days.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { Section } from '#app/ui/panel.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { paths } from '#app/paths.ts'
import type { GuestPart } from './guest-part.ts'

interface YourDataProps extends GuestPart {
  onErasing: () => void
}

export function YourData(part: YourDataProps) {
  const { uuid } = part.reservation
  return (
    <Section id="your-data" title="What we know about you">
      <p>It’s all yours to view, download and delete.</p>
      <p className="button-row">
        <LinkButton to={paths.reservationData(uuid)} look="plain" reloadDocument>
          View your data
        </LinkButton>
        <LinkButton to={paths.exportReservation(uuid)} look="plain" download>
          Download it (JSON)
        </LinkButton>
      </p>
      {canDeleteData(part.reservation) ? (
        <EraseNow {...part} />
      ) : (
        <p className="note">Once your stay is over or canceled, you can delete it here right away.</p>
      )}
    </Section>
  )
}

/**
 * Returns true if the page may show the button that deletes the data. Returns false while the guest is still
 * expected. The server checks this too.
 */
function canDeleteData({ status, event }: GuestPart['reservation']): boolean {
  return status === 'confirmed' ? ranchDay(new Date()) > event.endDateDate : status !== 'pending'
}

function EraseNow({ reservation: { uuid }, onErasing }: YourDataProps) {
  const [erasing, setErasing] = useState(false)
  const { send } = useApiMutation(eraseReservation)
  if (erasing)
    return (
      <Alert
        tone="good"
        title="Your data is being deleted"
        ref={focusOnMount}
        text="We’ll send one last email about what we delete and what we keep. In a few minutes, this page will be empty."
      />
    )
  return (
    <ConfirmButton
      data-hydrate
      label="Delete my data now"
      title="Delete your data?"
      does="Delete my data"
      keeps="Keep my data"
      onConfirm={() => send({ body: { uuid, confirm: true } })}
      onDone={() => {
        setErasing(true)
        onErasing()
      }}
    >
      <p>
        Within minutes, we delete everything you told us, our notes, our emails to you, and this page. We send
        you one last email. Amounts and dates of payments stay on record, without your name.
      </p>
      <p>This is a permanent deletion.</p>
    </ConfirmButton>
  )
}
