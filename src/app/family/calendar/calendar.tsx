/** The family calendar, behind a question about a dog's name (R13.1, decision 29). */
import { useState, useEffect, useRef } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import { getFamilyGate, checkDogName } from '#domain/staff/sign-in/contract.ts'
import type { Call } from '#shared/client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { PlainForm, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { browserCall } from '#app/browser-call.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, siteContext } from '#app/server-context.ts'
import { ErrorPage } from '#app/error-page.tsx'
import { privateHeaders } from '#app/private-page.ts'
import type { Route } from './+types/calendar'
import { HEADERS, loadCalendar, orRefuse } from './load-calendar.ts'
import { OpenCalendar } from './open-calendar.tsx'
import sheet from './calendar.css?url'
import { Text } from '#app/ui/text.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const gate = orRefuse(await call(getFamilyGate))
  const calendar = gate.passed ? await loadCalendar(call, context.get(siteContext)) : null
  return data({ name: gate.name, calendar }, { headers: HEADERS })
}

/** Handles the form with the dog's name for a browser without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const dogName = (await request.formData()).get('dogName')
  const answer = await submitDogName(context.get(callContext), typeof dogName === 'string' ? dogName : '')
  // The redirect sets the cookie that opens the calendar, so only the request after the redirect can show the
  // calendar.
  if (answer === null) throw redirect(paths.calendar, 303)
  return data({ answer }, { status: answer.status, headers: HEADERS })
}

/** Gives the page its own error boundary, so that its error pages get the `HEADERS` of the calendar too. */
export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => unlistedMeta('Family Calendar')

export default function CalendarPage({ loaderData: { name, calendar }, actionData }: Route.ComponentProps) {
  // True if the visitor has just answered the question on this page. The calendar then moves the focus to its
  // heading.
  const [knocked, setKnocked] = useState(false)
  if (calendar) return <OpenCalendar calendar={calendar} arrived={knocked} />
  return <GatePage name={name} given={actionData?.answer ?? null} onKnock={() => setKnocked(true)} />
}

interface GatePageProps {
  /** The name of the dog's owner. Null if the site has no question set up. */
  name: string | null
  /** The error about a dog's name that the browser sent without JavaScript. Null if there is no error. */
  given: Refused | null
  onKnock: () => void
}

/**
 * Renders the form that asks for the dog's name before it opens the calendar. If no question is set up, says
 * that the calendar is closed.
 */
export function GatePage({ name, given, onKnock }: GatePageProps) {
  return (
    <>
      <Stylesheet href={sheet} />
      <PageBanner picture="porch" dark="moonrise">
        <h1>Family Calendar</h1>
        <p>Who’s here when. One question first.</p>
      </PageBanner>
      <Panel over>
        {name === null ? (
          <p className="prose">
            The gate is shut, because nobody has set the dog question yet. Until then, only admins of the
            ranch can get in.
          </p>
        ) : (
          <Gate name={name} given={given} onKnock={onKnock} />
        )}
        <p className="note">
          Do you run the place?{' '}
          {/* The link loads a new document, because the sign-in redirects to the identity
             provider. */}
          <a href={paths.login(paths.calendar)}>Sign in</a>
        </p>
      </Panel>
    </>
  )
}

const FIELD = 'dog-name'

const UNKEPT =
  'That’s the dog. But your browser blocks cookies, and the gate needs one. Please allow cookies, then try again.'

function Gate({ name, given, onKnock }: GatePageProps) {
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState(given)
  const [busy, setBusy] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The server rendered this error with the page. If the visitor has focused an element since then, the
    // focus stays there.
    if (refused === given && document.activeElement !== document.body) return
    if (refused?.trouble) notice.current?.focus()
    else if (refused) document.getElementById(FIELD)?.focus()
  }, [refused, given])
  const knock = async (form: HTMLFormElement) => {
    if (busy) return
    // Reads the dog's name from the form itself, because the visitor may have typed it before React started.
    const typed = String(new FormData(form).get('dogName') ?? '')
    setBusy(true)
    const answer = await submitDogName(browserCall, typed)
    if (answer === null) {
      onKnock()
      // Reloads the page's data. The page then shows the calendar instead of this form.
      await revalidate()
    }
    setBusy(false)
    setRefused(answer ?? { words: UNKEPT, trouble: true, typed, status: 200 })
  }
  return (
    <PlainForm className="dog-gate" aria-label="The gate" onSend={(form) => void knock(form)}>
      <TextField
        id={FIELD}
        label={`Howdy stranger, to prove who you are type the name of ${name}'s dog:`}
        name="dogName"
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        required
        defaultValue={given?.typed}
        error={refused && !refused.trouble ? refused.words : undefined}
      />
      {refused?.trouble && (
        <Alert tone="bad" ref={notice}>
          <Text>{refused.words}</Text>
        </Alert>
      )}
      <SubmitButton busy={busy}>Check</SubmitButton>
    </PlainForm>
  )
}

/** The error message of the form that asks for the dog's name, and the name that the visitor typed. */
interface Refused {
  words: string
  /** True if the problem is not a wrong name. The message then appears below the form, not at the field. */
  trouble: boolean
  typed: string
  status: number
}

/** Checks the dog's name, in the browser or in the page's action. Returns null if the name is right. */
export async function submitDogName(call: Call, typed: string): Promise<Refused | null> {
  const answer = await call(checkDogName, { query: { dogName: typed } })
  if (answer.ok) {
    const words = typed.trim() === '' ? 'It does have a name.' : 'No dog came running. Try another name.'
    return answer.data ? null : { words, trouble: false, typed, status: 403 }
  }
  const { status, code, message, retryAfterSeconds } = answer
  const words = code === 'rate_limited' ? tooMany(retryAfterSeconds) : message
  return { words, trouble: true, typed, status: status || 503 }
}

function tooMany(seconds = 60): string {
  const when = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `That is a lot of dogs. Sit down, and try again in ${when}.`
}
