/**
 * The messages that admins write to an event's guests: the list, and the dialog to write, preview and send
 * one.
 */
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { EmailPreview } from '#app/admin/emails/email-dialog.tsx'
import { Progress } from '#app/admin/emails/progress.tsx'
import { newAttempt } from '#shared/client.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import { formatInstant } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-buttons.tsx'
import { DialogQuery } from '#app/ui/dialog-query.tsx'
import { CheckField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { toast } from '#app/ui/toast.tsx'
import { WHILE_UNDER_WAY, useApiQuery } from '#app/ui/use-api-query.ts'
import {
  listMessages,
  type Message,
  AUDIENCES,
  listRecipients,
  messageText,
  previewMessage,
  sendMessage,
} from '#domain/mail/messages/contract.ts'
import { guestsOf } from '#domain/mail/messages/rules.ts'
import sheet from '#app/admin/emails/emails.css?url'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'

export function Messages({ eventId, id }: { eventId: number; id: string }) {
  const { data, failed, refetch } = useApiQuery(
    listMessages,
    { query: { eventId } },
    { poll: ({ messages }) => messages.some(({ progress }) => progress.queued > 0) && WHILE_UNDER_WAY },
  )
  return (
    <div className="messages">
      <Stylesheet href={sheet} />
      <h2 id={id}>Messages</h2>
      {data?.messages.length === 0 && <p>No messages yet.</p>}
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
          {to ? (
            <Verbatim>{to.name ?? 'A deleted guest'}</Verbatim>
          ) : (
            <Text>{AUDIENCE_LABELS[audience]}</Text>
          )}
          <Text>,</Text> <time dateTime={at}>{formatInstant(at)}</time>
        </span>
      </summary>
      {text && <p className="message-text">{text.body}</p>}
      {to && (
        <p>
          <Link to={adminReservationPath(to.reservationId)}>
            <Verbatim>{to.name ?? 'The reservation'}</Verbatim>
          </Link>
        </p>
      )}
      <Progress progress={progress} onRetried={onChanged} />
    </details>
  )
}

type AudienceName = (typeof AUDIENCES)[number]
type Recipients = ReplyOf<typeof listRecipients>

const AUDIENCE_LABELS: Record<AudienceName, string> = {
  all: 'All guests',
  unpaid: 'Guests with an unpaid invoice',
  'without-details': 'Guests without details',
  waitlist: 'The waitlist',
  chosen: 'Selected guests',
}

/** Returns how many e-mails the message would send. */
const countOf = (
  { guests, waitlist }: Recipients,
  audience: AudienceName,
  chosen: readonly unknown[],
): number =>
  audience === 'waitlist' ? waitlist : guestsOf(guests, audience, new Set(chosen.map(Number))).length

/**
 * Returns the names of the people in the audience who have no e-mail address. With `chosen`, only these guests count
 * as the selected ones, because the admin had selected them before.
 */
function namesToCall(
  { toCall, waitlistToCall }: Recipients,
  audience: AudienceName,
  chosen?: readonly number[],
): string[] {
  if (audience === 'waitlist') return waitlistToCall
  const all = audience === 'chosen' && !chosen
  return guestsOf(toCall, all ? 'all' : audience, new Set(chosen)).map(({ name }) => name)
}

/** Returns the ids of the reservations that an e-mail reaches. */
const reachable = ({ guests }: Recipients, ids: readonly number[]) =>
  ids.filter((id) => guests.some(({ reservationId }) => reservationId === id))

/** Returns a label such as `"Send to 12 guests"` or `"Send to 3 people on the waitlist"`. */
function sendLabel(audience: AudienceName, count: number): string {
  if (audience !== 'waitlist') return `Send to ${plural(count, 'guest')}`
  return `Send to ${plural(count, 'person', 'people')} on the waitlist`
}

interface WriteMessageProps {
  label: string
  eventId: number
  /** The only recipient. Without one, the admin chooses the recipients in the dialog. */
  to?: { reservationId: number; name: string }
  /** The guests who are chosen when the dialog opens. */
  chosen?: readonly number[]
  /** Called with the number of e-mails that were enqueued. */
  onSent: (count: number) => void
}

export function WriteMessage({ label, ...message }: WriteMessageProps) {
  const title = message.to ? `Write to ${message.to.name}` : 'Write to guests'
  return (
    <DialogButton look="plain" label={label} title={title}>
      <DialogQuery
        endpoint={listRecipients}
        input={{ query: { eventId: message.eventId } }}
        loading="Loading the guests"
      >
        {(recipients, { refetch }) => (
          <MessageForm {...message} recipients={recipients} onOutdated={refetch} />
        )}
      </DialogQuery>
    </DialogButton>
  )
}

type MessageFormProps = Omit<WriteMessageProps, 'label'> & { recipients: Recipients; onOutdated: () => void }

const schema = messageText.extend({ audience: z.enum(AUDIENCES), reservationIds: z.array(id()) })

const LABELS = { audience: 'To', subject: 'Subject', body: 'Message' }

/**
 * Renders the form for a message. The admin must see a preview before sending. The button shows the number of
 * e-mails.
 */
function MessageForm({ eventId, to, chosen, recipients, onSent, onOutdated }: MessageFormProps) {
  const first = to ? [to.reservationId] : chosen
  const [attempt] = useState(newAttempt)
  const [preview, setPreview] = useState<ReplyOf<typeof previewMessage> | null>(null)
  const looking = useApiMutation(previewMessage)
  const form = useApiForm(sendMessage, {
    prefix: 'message',
    schema,
    values: {
      audience: (first ? 'chosen' : 'all') as AudienceName,
      reservationIds: reachable(recipients, first ?? []).map(String),
      subject: '',
      body: '',
    },
    labels: LABELS,
    draft: `message:${eventId}:${first?.join() ?? ''}`,
    toInput: (checked) => ({ body: { eventId, ...checked, recipients: preview?.recipients ?? 0, attempt } }),
    onOutdated: () => {
      setPreview(null)
      onOutdated()
    },
    onDone: (reply) => onSent(reply.recipients),
  })
  const { audience, reservationIds } = form.form.watch()
  const count = countOf(recipients, audience, reservationIds)
  const missing = namesToCall(recipients, audience, chosen)
  const look = form.form.handleSubmit(async (checked) => {
    const answer = await looking.send({ body: { eventId, ...checked } })
    if (answer?.ok) setPreview(answer.data)
  })
  return (
    <ApiForm
      form={form}
      label="Message"
      className="mail-dialog"
      does={sendLabel(audience, preview?.recipients ?? count)}
      closed={preview === null ? 'failed' : null}
    >
      {preview ? (
        <>
          {preview.recipients > 1 && (
            <p>
              <Text>The first of {preview.recipients} emails, each with its own greeting:</Text>
            </p>
          )}
          <EmailPreview mail={preview} />
          <Button look="plain" onClick={() => setPreview(null)}>
            Change it
          </Button>
        </>
      ) : (
        <>
          {!to && <SelectField {...form.field('audience')} required options={optionsOf(recipients)} />}
          {!to && audience === 'chosen' && (
            <fieldset className="message-guests">
              <legend className="visually-hidden">Guests</legend>
              {recipients.guests.map(({ reservationId, name }) => (
                <CheckField
                  key={reservationId}
                  {...form.form.register('reservationIds')}
                  id={`message-guest-${reservationId}`}
                  value={String(reservationId)}
                >
                  <Verbatim>{name}</Verbatim>
                </CheckField>
              ))}
            </fieldset>
          )}
          {!to && <ToCall names={missing} />}
          <TextField {...form.field('subject')} required maxLength={120} />
          <TextArea
            {...form.field('body')}
            required
            rows={10}
            hint="Plain text. A blank line starts a new paragraph, and web addresses become links. We add the greeting and the link to the guest’s page."
          />
          <FailureAlert failed={looking.failed} title="No preview" />
          <Button
            busy={looking.busy}
            aria-disabled={count === 0}
            onClick={count === 0 ? undefined : () => void look()}
          >
            Preview
          </Button>
        </>
      )}
    </ApiForm>
  )
}

/**
 * Returns the possible audiences of a message, each with its number of e-mails. "Selected guests" has no
 * number, because the admin has not selected them yet.
 */
const optionsOf = (recipients: Recipients) =>
  Object.fromEntries(
    AUDIENCES.map((audience) => {
      const label = AUDIENCE_LABELS[audience]
      return [audience, audience === 'chosen' ? label : `${label} (${countOf(recipients, audience, [])})`]
    }),
  )
