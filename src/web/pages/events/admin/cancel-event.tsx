/** "Cancel this retreat…": the question before an event is cancelled for everybody (R5.7). */
import { useState, type FormEvent } from 'react'
import { cancelEvent, getEventCancellationPlan } from '#features/booking/contract/cancellation.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { Button, SubmitButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRead } from '#ui/use-read.ts'
import { browserCall } from '#web/browser-call.ts'
import { planWords } from './cancel-words.ts'

interface CancelEventProps {
  event: EventDetails
  open: boolean
  onClose: () => void
  onCancelled: () => void
}

export function CancelEvent({ event, open, onClose, onCancelled }: CancelEventProps) {
  return (
    <Modal open={open} onClose={onClose} title={`Cancel ${event.name}?`} backdrop="static">
      {open && <Question event={event} onClose={onClose} onCancelled={onCancelled} />}
    </Modal>
  )
}

/** Repeating it does nothing more, so a lost answer is no danger. */
function Question({ event, onClose, onCancelled }: Omit<CancelEventProps, 'open'>) {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState({ busy: false, failure: '', wrong: false })
  const {
    found,
    data: plan,
    again,
  } = useRead(browserCall, getEventCancellationPlan, { query: { id: event.id } })
  const same = plain(typed) === plain(event.name)
  const cancel = async (submit: FormEvent) => {
    submit.preventDefault()
    if (state.busy || !plan) return
    if (!same) return setState({ ...state, wrong: true })
    setState({ busy: true, failure: '', wrong: false })
    const done = await browserCall(cancelEvent, { body: { id: event.id } })
    if (done.ok) return onCancelled()
    setState({ busy: false, failure: done.message, wrong: false })
  }
  return (
    <form noValidate method="post" aria-label="Cancel the event" onSubmit={(submit) => void cancel(submit)}>
      {found === null && <output>Working it out…</output>}
      {found && !found.ok && (
        <Notice tone="bad" title={found.message}>
          <Button look="plain" onClick={again}>
            Try again
          </Button>
        </Notice>
      )}
      {plan && (
        <ul>
          {planWords(plan).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <p>
        Nobody can sign up or pay any more. <strong>This cannot be undone.</strong>
      </p>
      <TextField
        id="cancel-event-name"
        label={`Type “${event.name}” to go on`}
        required
        autoComplete="off"
        value={typed}
        error={state.wrong && !same ? 'That is not the name of the event.' : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      {state.failure && (
        <Notice tone="bad" title="Not cancelled">
          <p>{state.failure}</p>
        </Notice>
      )}
      <div className="button-row">
        <SubmitButton busy={state.busy} closed={!same || !plan}>
          Cancel the event for everybody
        </SubmitButton>
        <Button look="plain" onClick={state.busy ? undefined : onClose}>
          Keep it
        </Button>
      </div>
    </form>
  )
}

const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
