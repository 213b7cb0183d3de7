/** What was written to the guests of an event, and the way to write to them. */
import { Link } from 'react-router'
import { Progress } from '#features/emails/ui/admin/progress.tsx'
import sheet from '#features/emails/ui/admin/emails.css?url'
import { formatInstant } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#ui/alert.tsx'
import { WHILE_UNDER_WAY, useApiQuery } from '#ui/use-api-query.ts'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { toast } from '#ui/toast.tsx'
import { listMessages, type Message } from '../contract.ts'
import { AUDIENCE_LABELS } from './labels.ts'
import { WriteMessage } from './write-message.tsx'

interface MessagesProps {
  eventId: number
  /** The heading's id. */
  id: string
}

export function Messages({ eventId, id }: MessagesProps) {
  const { data, failed, refetch } = useApiQuery(
    listMessages,
    { query: { eventId } },
    { poll: ({ messages }) => messages.some(({ progress }) => progress.queued > 0) && WHILE_UNDER_WAY },
  )
  return (
    <div className="messages">
      <Stylesheet href={sheet} />
      <h2 id={id}>Messages</h2>
      {data?.messages.length === 0 && <p>Nothing written yet.</p>}
      {data?.messages.map((message) => (
        <SentMessage key={message.id} message={message} onChanged={refetch} />
      ))}
      <FailureAlert failed={failed} onRetry={refetch} />
      <WriteMessage
        label="Write to guests"
        eventId={eventId}
        onSent={(count) => {
          toast(`${plural(count, 'email')} on the way.`)
          refetch()
        }}
      />
    </div>
  )
}

function SentMessage({ message, onChanged }: { message: Message; onChanged: () => void }) {
  const { at, audience, text, to, progress } = message
  return (
    <details className="fold message">
      <summary>
        <strong>{text?.subject ?? 'A message whose text was deleted'}</strong>{' '}
        <span className="note">
          {to ? (to.name ?? 'A deleted guest') : AUDIENCE_LABELS[audience]},{' '}
          <time dateTime={at}>{formatInstant(at)}</time>
        </span>
      </summary>
      {text && <p className="message-text">{text.body}</p>}
      {to && (
        <p>
          <Link to={adminReservationPath(to.reservationId)}>{to.name ?? 'The reservation'}</Link>
        </p>
      )}
      <Progress progress={progress} onRetried={onChanged} />
    </details>
  )
}
