/** "Retreat cancelled…": the question before an event is cancelled for everybody (SPEC section 9 "Refund policy"). */
import { useState, type FormEvent } from 'react'
import { cancelEvent } from '../../../../capabilities/booking/cancel/contract.ts'
import type { EventDetails } from '../../../../capabilities/events/contract.ts'
import { Button, SubmitButton } from '../../../../shared/ui/button.tsx'
import { TextField } from '../../../../shared/ui/field.tsx'
import { Modal } from '../../../../shared/ui/modal.tsx'
import { Notice } from '../../../../shared/ui/notice.tsx'
import { browserCall } from '../../../browser-call.ts'

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
  const same = plain(typed) === plain(event.name)
  const cancel = async (submit: FormEvent) => {
    submit.preventDefault()
    if (state.busy) return
    if (!same) return setState({ ...state, wrong: true })
    setState({ busy: true, failure: '', wrong: false })
    const done = await browserCall(cancelEvent, { body: { id: event.id } })
    if (done.ok) return onCancelled()
    setState({ busy: false, failure: done.message, wrong: false })
  }
  return (
    <form noValidate method="post" aria-label="Cancel the event" onSubmit={(submit) => void cancel(submit)}>
      <p>
        Nobody can sign up or pay any more. {guestWords(event.reservedSpots)} get all of their money back,
        fees too, and a mail that says so. <strong>This cannot be undone.</strong>
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
        <SubmitButton busy={state.busy} closed={!same}>
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

function guestWords(count: number): string {
  if (count === 0) return 'Whoever is signing up right now will'
  return count === 1 ? 'The one guest will' : `All ${count} guests will`
}
