/** The family's calendar, behind the question about a dog (R13.1, decision 34). */
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { getFamilyGate } from '#features/access/contract.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext, siteContext } from '#web/server-context.ts'
import { ErrorPage } from '../not-found/error-page.tsx'
import { privateHeaders } from '../private-page.ts'
import type { Route } from './+types/calendar'
import { askTheDog, GatePage } from './gate-page.tsx'
import { HEADERS, loadCalendar, orRefuse } from './load-calendar.ts'
import { OpenCalendar } from './open-calendar.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const gate = orRefuse(await call(getFamilyGate))
  const calendar = gate.passed ? await loadCalendar(call, context.get(siteContext)) : null
  return data({ name: gate.name, calendar }, { headers: HEADERS })
}

/** The plain form of a browser without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const dogName = (await request.formData()).get('dogName')
  const answer = await askTheDog(context.get(callContext), typeof dogName === 'string' ? dogName : '')
  // The cookie that opens the gate comes with this answer, so only the next request is let in.
  if (answer === null) throw redirect(paths.calendar, 303)
  return data({ answer }, { status: answer.status, headers: HEADERS })
}

/** An error boundary of the page's own, so that the headers below go with its errors as well. */
export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => unlistedMeta('Family Calendar')

export default function CalendarPage({ loaderData: { name, calendar }, actionData }: Route.ComponentProps) {
  // The focus goes to the heading for whoever came through the gate on this page.
  const [knocked, setKnocked] = useState(false)
  if (calendar) return <OpenCalendar calendar={calendar} arrived={knocked} />
  return <GatePage name={name} given={actionData?.answer ?? null} onKnock={() => setKnocked(true)} />
}
