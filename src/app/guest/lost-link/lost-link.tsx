/**
 * The form for guests who lost their private link. The reply does not reveal whether the site knows the typed
 * e-mail address.
 */
import { useState } from 'react'
import { data } from 'react-router'
import { lostLink } from '#domain/booking/contract/guest.ts'
import type { Call } from '#shared/client.ts'
import { venue } from '#shared/venue.ts'
import { Alert } from '#app/ui/alert.tsx'
import { useCall } from '#app/ui/api.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { PlainForm, TextField } from '#app/ui/field.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { type PageHandle, pageMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext } from '#app/server-context.ts'
import type { Route } from './+types/lost-link'

/** Handles the form for a lost link from a browser without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const email = (await request.formData()).get('email')
  const answer = await askForLinks(context.get(callContext), typeof email === 'string' ? email : '')
  return data({ answer }, 'sent' in answer ? 200 : answer.status || 503)
}

export const handle: PageHandle = { cacheBy: [] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Find my reservation',
    description: `We’ll email you the private link to your stay at ${venue.name} again.`,
    path: paths.lostLink,
  })

export default function LostLinkPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageBanner picture="road" dark="moonroad" focus="54% 60%">
        <h1>Find my reservation</h1>
        <p>Lost your link? It happens. We’ll email it to you.</p>
      </PageBanner>
      <Panel over>
        <p className="prose">
          Your private page opens only with its link. Enter your email address, and we’ll send you the links
          to all your upcoming stays.
        </p>
        <LostLinkForm given={actionData?.answer ?? null} />
      </Panel>
    </>
  )
}

/**
 * The result of the form: the text for the guest if the server accepted the typed address (`sent`), otherwise
 * why it refused the address.
 */
type Answer = { sent: string } | { refused: string; status: number; wrong: string | null; email: string }

/**
 * Asks the API to e-mail the guest's private links. Runs in the browser, or on the server if the browser has
 * no JavaScript.
 */
async function askForLinks(call: Call, email: string): Promise<Answer> {
  const answer = await call(lostLink, { body: { email } })
  if (answer.ok) return { sent: answer.data.message }
  const { message: refused, status, fields } = answer
  return { refused, status, wrong: fields['email'] ?? null, email }
}

const FIELD = 'lost-link-email'

/**
 * Renders the form for a lost link. `given` is the result of a form that a browser without JavaScript
 * submitted.
 */
function LostLinkForm({ given }: { given: Answer | null }) {
  const call = useCall()
  const [answer, setAnswer] = useState(given)
  const [busy, setBusy] = useState(false)
  // Shows the same text for every address. The text takes the focus unless it was part of the page when the
  // page loaded.
  if (answer && 'sent' in answer)
    return (
      <Alert tone="good" title={answer.sent} ref={answer === given ? undefined : focusOnMount}>
        <p>
          Give it a few minutes, and check your spam folder. We send at most one email every 15 minutes.
          Nothing there? Write to <a href={`mailto:${venue.email}`}>{venue.email}</a>.
        </p>
      </Alert>
    )

  const ask = async (form: HTMLFormElement) => {
    if (busy) return
    // Reads the e-mail address from the form itself, because the guest may have typed it before React
    // started.
    const email = String(new FormData(form).get('email') ?? '')
    setBusy(true)
    const found = await askForLinks(call, email)
    setAnswer(found)
    setBusy(false)
    if ('wrong' in found && found.wrong !== null) document.getElementById(FIELD)?.focus()
  }
  return (
    <PlainForm className="lost-link" aria-label="Find your link" onSend={(form) => void ask(form)}>
      <TextField
        id={FIELD}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint="The one you signed up with."
        defaultValue={answer?.email}
        error={answer?.wrong ?? undefined}
      />
      {answer && answer.wrong === null && <Alert tone="bad" title={answer.refused} />}
      <SubmitButton busy={busy}>Email me my link</SubmitButton>
    </PlainForm>
  )
}
