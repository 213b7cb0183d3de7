/** The door of a private event (R10.10): nothing of it is shown before the password. */
import { useState } from 'react'
import { SubmitButton } from '#ui/button.tsx'
import { PlainForm, TextField } from '#ui/field.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { unlockEvent } from '../contract/events.ts'
import './password-gate.css'

const FIELD = 'event-password'

interface PasswordGateProps {
  urlName: string
  /** The browser may read the event from now on. */
  onUnlocked: () => void
  /** Why the page came back locked, when the form was sent without JavaScript. */
  refused: string | null
}

export function PasswordGate({ urlName, onUnlocked, refused }: PasswordGateProps) {
  const [error, setError] = useState(refused)
  const { send, busy } = useApiMutation(unlockEvent)

  const knock = async (form: HTMLFormElement) => {
    // Read from the form: what was typed before React came counts too.
    const password = String(new FormData(form).get('password') ?? '')
    const answer = await send({ body: { eventUrlName: urlName, password } })
    if (answer === null) return
    if (answer.ok) onUnlocked()
    else {
      setError(answer.message)
      document.getElementById(FIELD)?.focus()
    }
  }
  return (
    <PlainForm className="gate" onSend={(form) => void knock(form)}>
      <h1>This is a private event. Please enter the password</h1>
      <TextField
        id={FIELD}
        label="Password"
        name="password"
        type="password"
        autoComplete="off"
        required
        error={error ?? undefined}
        onKeyDown={(event) => event.key !== 'Enter' && setError(null)}
      />
      <SubmitButton busy={busy}>Yeehaw!</SubmitButton>
    </PlainForm>
  )
}
