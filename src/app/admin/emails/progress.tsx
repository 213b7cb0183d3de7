/** The progress of e-mails that were enqueued together, such as a message to all guests. */
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { type EmailProgress, getProgress, retryFailed } from '#domain/mail/emails/contract.ts'
import { adminReservationPath } from '#shared/links.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { WHILE_UNDER_WAY, useApiQuery } from '#app/ui/use-api-query.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

/** Renders the progress of enqueued e-mails. Polls until each e-mail is sent or has failed. */
export function EmailsUnderWay({ ids, onProgress }: { ids: readonly number[]; onProgress: () => void }) {
  const query = { query: { ids: ids.join(',') } }
  const { data, failed, refetch } = useApiQuery(getProgress, query, {
    poll: ({ queued }) => queued > 0 && WHILE_UNDER_WAY,
  })
  const sent = data?.sent ?? 0
  const reportProgress = useEffectEvent(onProgress)
  useEffect(() => {
    if (sent > 0) reportProgress()
  }, [sent])
  if (data === null) return failed && <FailureAlert failed={failed} onRetry={refetch} />
  return <Progress progress={data} onRetried={refetch} />
}

/** Returns text such as `"12 of 40 sent, 2 failed."` */
function progressLabel({ sent, queued, dropped, failed }: EmailProgress): string {
  const all = sent + queued + failed.length
  const more = [
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(dropped > 0 ? [`${dropped} no longer needed`] : []),
  ]
  return `${[`${sent} of ${all} sent`, ...more].join(', ')}.`
}

export function Progress({ progress, onRetried }: { progress: EmailProgress; onRetried: () => void }) {
  const { send, busy, failed: refused } = useApiMutation(retryFailed)
  const { failed } = progress
  const retry = async () => {
    const answer = await send({ body: { ids: failed.map(({ id }) => id) } })
    if (answer?.ok) onRetried()
  }
  return (
    <div className="mail-progress">
      <output>{progressLabel(progress)}</output>
      {failed.length > 0 && (
        <>
          <ul>
            {failed.map(({ id, reservationId, name, failure }) => (
              <li key={id}>
                {reservationId === null ? (
                  <Verbatim>{name ?? 'A deleted guest'}</Verbatim>
                ) : (
                  <Link to={adminReservationPath(reservationId)}>
                    <Verbatim>{name ?? 'A deleted guest'}</Verbatim>
                  </Link>
                )}
                <Text>{failure && `: ${failure}`}</Text>
              </li>
            ))}
          </ul>
          <FailureAlert failed={refused} />
          <Button look="plain" busy={busy} onClick={() => void retry()}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}
