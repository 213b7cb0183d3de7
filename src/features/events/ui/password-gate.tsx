/** The door of a private event, on whichever of its pages: nothing of it is shown before its password (R10.10). Loaded where it is needed. */
import { useEffect, useState } from 'react'
import { SubmitButton } from '#ui/button.tsx'
import { PlainForm, TextField } from '#ui/field.tsx'
import { Paper } from '#ui/paper.tsx'
import { useApiMutation } from '#ui/api.tsx'
import { unlockEvent } from '../contract/events.ts'
import './password-gate.css'

const FIELD = 'event-password'

interface PasswordGateProps {
  urlName: string
  /** The browser may read the event from now on. */
  onUnlocked: () => void
  /** Why the page came back locked, when the form was sent without JavaScript, or before it was there. */
  refused?: string | undefined
}

export default function PasswordGate({ urlName, onUnlocked, refused }: PasswordGateProps) {
  const [error, setError] = useState<string | null>(refused ?? null)
  const { send, busy } = useApiMutation(unlockEvent)
  useEffect(() => {
    const field = document.getElementById(FIELD)
    // Another password is being typed: its keys came before React.
    // oxlint-disable-next-line react/set-state-in-effect -- what is in the field is unknown to the server
    if (field instanceof HTMLInputElement && field.value !== '') setError(null)
  }, [])

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
    <Paper over>
      <PlainForm className="gate" onSend={(form) => void knock(form)}>
        <h1>This is a private event. Please enter the password</h1>
        <TextField
          id={FIELD}
          label="Password"
          name="password"
          type="password"
          autoComplete="off"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the answer to what was typed there, as it is with React
          autoFocus={refused !== undefined}
          error={error ?? undefined}
          onKeyDown={(event) => event.key !== 'Enter' && setError(null)}
        />
        <SubmitButton busy={busy}>Yeehaw!</SubmitButton>
      </PlainForm>
    </Paper>
  )
}
