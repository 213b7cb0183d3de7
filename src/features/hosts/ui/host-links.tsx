import { type FormEvent, useId, useState } from 'react'
import { formatDay, ranchDay } from '#shared/days.ts'
import { hostPath } from '#shared/links.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { CheckField } from '#ui/field.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { type HostLink, listHostLinks, makeHostLink, revokeHostLink } from '../contract.ts'
import sheet from './host-links.css?url'

/** The links through which an event's host sees the kitchen sheet: made, copied and ended here. */
export function HostLinks({ eventId }: { eventId: number }) {
  const announce = useAnnounce()
  const { data: links, failed, refetch } = useApiQuery(listHostLinks, { query: { eventId } })
  return (
    <div className="host-links">
      <Stylesheet href={sheet} />
      {links && links.length > 0 && (
        <ul>
          {links.map((link) => (
            <LinkLine key={link.id} link={link} onRevoked={refetch} />
          ))}
        </ul>
      )}
      <FailureAlert failed={failed} onRetry={refetch} />
      <MakeLink eventId={eventId} onMade={() => (announce('Made a link for the host'), refetch())} />
    </div>
  )
}

interface LinkLineProps {
  link: HostLink
  onRevoked: () => void
}

function LinkLine({ link, onRevoked }: LinkLineProps) {
  const announce = useAnnounce()
  const id = useId()
  const { token, withMedical, madeAt, lastDay, revoked } = link
  const made = formatDay(ranchDay(new Date(madeAt)))
  const stands = token ? `opens through ${formatDay(lastDay)}` : revoked ? 'revoked' : 'over'
  return (
    <li className={token ? undefined : 'host-link-over'}>
      <p id={id}>
        <b>{withMedical ? 'With medical conditions' : 'Without medical conditions'}</b>, made {made}, {stands}
      </p>
      {token && (
        <div className="button-row">
          <CopyLink path={hostPath(token)} describedBy={id} />
          <RevokeLink
            id={link.id}
            describedBy={id}
            onRevoked={() => {
              announce('Revoked the link')
              onRevoked()
            }}
          />
        </div>
      )}
    </li>
  )
}

interface MakeLinkProps {
  eventId: number
  onMade: () => void
}

function MakeLink({ eventId, onMade }: MakeLinkProps) {
  const started = useHydrated()
  const [withMedical, setWithMedical] = useState(false)
  const { send, busy, failed } = useApiMutation(makeHostLink)
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const made = await send({ body: { eventId, withMedical } })
    if (!made?.ok) return
    setWithMedical(false)
    onMade()
  }
  return (
    <form onSubmit={(event) => void make(event)}>
      <CheckField
        id="host-link-medical"
        checked={withMedical}
        disabled={!started}
        onChange={({ target }) => setWithMedical(target.checked)}
      >
        With medical conditions
      </CheckField>
      <FailureAlert failed={failed} />
      <Button type="submit" look="plain" busy={busy} disabled={!started}>
        Make a link for the host
      </Button>
    </form>
  )
}

interface RevokeLinkProps {
  id: number
  /** The id of what tells the link from others. */
  describedBy: string
  onRevoked: () => void
}

/** Asks first: whoever has the link is shut out at once. */
function RevokeLink({ id, describedBy, onRevoked }: RevokeLinkProps) {
  const [asking, setAsking] = useState(false)
  const { send } = useApiMutation(revokeHostLink)
  const revoke = async () => {
    const revoked = await send({ query: { id } })
    if (!revoked?.ok) return revoked
    onRevoked()
    return null
  }
  return (
    <>
      <Button
        look="plain"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Are you sure?"
        does="Revoke"
        onConfirm={revoke}
      >
        <p>This link stops working at once. You can make another one.</p>
      </ConfirmDialog>
    </>
  )
}
