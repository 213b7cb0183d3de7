/**
 * The panel on the page of an unpublished event, for staff: who can see it, and its preview link. It has its own
 * chunk and stylesheet, so visitors do not load it.
 */
import { useId } from 'react'
import { getPreviewLink, makePreviewLink, revokePreviewLink } from '#domain/events/contract/event.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { formatInstant } from '#shared/format-days.ts'
import { previewPath } from '#shared/links.ts'
import { paths } from '#app/paths.ts'
import { useMay } from '#app/site.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { ShareableLink } from '#app/ui/links.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { Text } from '#app/ui/text.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import sheet from './draft-panel.css?url'

export default function DraftPanel({ event }: { event: EventDetails }) {
  const title = useId()
  const mayEdit = useMay()('events.edit')
  const publishAt = event.unpublished?.publishAt ?? null
  return (
    <section className="draft-panel on-sheet" aria-labelledby={title} data-hydrate>
      <Stylesheet href={sheet} />
      <h2 id={title}>
        <Text>{publishAt === null ? 'Draft' : `Publishes on ${formatInstant(publishAt)}`}</Text>
      </h2>
      <p>
        Only staff can see this page, and people with the preview link. Nobody can sign up yet. You can
        already add guests yourself.
      </p>
      {mayEdit && (
        <>
          <PreviewLink eventId={event.id} name={event.name} />
          <p className="button-row">
            <LinkButton to={paths.editEvent(event.urlName)}>Edit or publish</LinkButton>
          </p>
        </>
      )}
    </section>
  )
}

function PreviewLink({ eventId, name }: { eventId: number; name: string }) {
  const started = useHydrated()
  const { data: link, failed, refetch } = useApiQuery(getPreviewLink, { query: { eventId } })
  const make = useApiMutation(makePreviewLink, { invalidates: [getPreviewLink] })
  const revoke = useApiMutation(revokePreviewLink, { invalidates: [getPreviewLink] })
  const create = async () => {
    const made = await make.send({ body: { eventId } })
    if (made?.ok) announce('Created a preview link')
  }
  return (
    <>
      <FailureAlert failed={failed} onRetry={refetch} />
      <FailureAlert failed={make.failed} />
      {link?.token && (
        <ShareableLink
          path={previewPath(link.token)}
          title={name}
          buttons={
            <ConfirmButton
              label="Revoke the link"
              title="Revoke the preview link?"
              does="Revoke the link"
              onConfirm={() => revoke.send({ query: { eventId } })}
              onDone={() => announce('Revoked the preview link')}
            >
              <p>This link stops working immediately. You can create another one.</p>
            </ConfirmButton>
          }
        >
          Anyone with this link sees the page, without signing in. Once the event is published, the link leads
          to the event’s page.
        </ShareableLink>
      )}
      {link?.token === null && (
        <Button look="plain" busy={make.busy} disabled={!started} onClick={() => void create()}>
          Create a preview link
        </Button>
      )}
    </>
  )
}
