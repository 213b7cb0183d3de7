import { useId, useState } from 'react'
import { formatDay, formatDayOf } from '#shared/format-days.ts'
import { hostPath } from '#shared/links.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { CheckField, PlainForm } from '#app/ui/field.tsx'
import { CopyLink } from '#app/ui/links.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { announce } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { type HostLink, listHostLinks, makeHostLink, revokeHostLink } from '#domain/guests/hosts/contract.ts'
import sheet from './host-links.css?url'
import { Text } from '#app/ui/text.tsx'

export function HostLinks({ eventId }: { eventId: number }) {
  const { data: links, failed, refetch } = useApiQuery(listHostLinks, { query: { eventId } })
  return (
    <div className="host-links">
      <Stylesheet href={sheet} />
      {links && links.length > 0 && (
        <ul className="plain-list">
          {links.map((link) => (
            <LinkLine key={link.id} link={link} />
          ))}
        </ul>
      )}
      <FailureAlert failed={failed} onRetry={refetch} />
      <MakeLink eventId={eventId} />
    </div>
  )
}

function LinkLine({ link }: { link: HostLink }) {
  const id = useId()
  const { send } = useApiMutation(revokeHostLink, { invalidates: [listHostLinks] })
  const { token, withMedical, madeAt, lastDay, revoked } = link
  const made = formatDayOf(madeAt)
  const stands = token ? `works through ${formatDay(lastDay)}` : revoked ? 'revoked' : 'over'
  return (
    <li className={token ? undefined : 'host-link-over'}>
      <p id={id}>
        <b>{withMedical ? 'With medical conditions' : 'Without medical conditions'}</b>
        <Text>
          , created {made}, {stands}
        </Text>
      </p>
      {token && (
        <div className="button-row">
          <CopyLink path={hostPath(token)} describedBy={id} />
          {/* Asks the admin first, because a revoked link stops working immediately for everyone who has it. */}
          <ConfirmButton
            label="Revoke the link"
            aria-describedby={id}
            title="Are you sure?"
            does="Revoke the link"
            onConfirm={() => send({ query: { id: link.id } })}
            onDone={() => announce('Revoked the link')}
          >
            <p>This link stops working immediately. You can create another one.</p>
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}

function MakeLink({ eventId }: { eventId: number }) {
  const started = useHydrated()
  const [withMedical, setWithMedical] = useState(false)
  const { send, busy, failed } = useApiMutation(makeHostLink, { invalidates: [listHostLinks] })
  const make = async () => {
    const made = await send({ body: { eventId, withMedical } })
    if (!made?.ok) return
    setWithMedical(false)
    announce('Created a link for the host')
  }
  return (
    <PlainForm onSend={() => void make()}>
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
        Create a link for the host
      </Button>
    </PlainForm>
  )
}
