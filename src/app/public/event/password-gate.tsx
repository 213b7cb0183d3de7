/**
 * The password form of a private event, which the visitor sees instead of the event (R10.10). Its code loads
 * only for a locked event.
 */
import { useEffect, useState } from 'react'
import { SubmitButton } from '#app/ui/button.tsx'
import { PlainForm, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { unlockEvent } from '#domain/events/contract/events.ts'

const FIELD = 'event-password'

interface PasswordGateProps {
  urlName: string
  onUnlocked: () => void
  refused?: string | undefined
}

export default function PasswordGate({ urlName, onUnlocked, refused }: PasswordGateProps) {
  const [error, setError] = useState<string | null>(refused ?? null)
  const { send, busy } = useApiMutation(unlockEvent)
  useEffect(() => {
    const field = document.getElementById(FIELD)
    // Clears the error about an earlier password if the visitor is already typing another password when React
    // starts.
    // oxlint-disable-next-line react/set-state-in-effect -- the server cannot know what is in the field
    if (field instanceof HTMLInputElement && field.value !== '') setError(null)
  }, [])

  const knock = async (form: HTMLFormElement) => {
    // Reads the password from the form itself, because the visitor may have typed it before React started.
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
    <Panel over>
      <PlainForm className="gate" onSend={(form) => void knock(form)}>
        <h1>This is a private event. Please enter the password</h1>
        <TextField
          id={FIELD}
          label="Password"
          name="password"
          type="password"
          autoComplete="off"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- after a wrong password in a browser without JavaScript, the field needs the focus
          autoFocus={refused !== undefined}
          error={error ?? undefined}
          onKeyDown={(event) => event.key !== 'Enter' && setError(null)}
        />
        <SubmitButton busy={busy}>Yeehaw!</SubmitButton>
      </PlainForm>
    </Panel>
  )
}
