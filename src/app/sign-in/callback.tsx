/** The page to which the identity provider redirects the browser after a sign-in (R14.5). */
import { useEffect, useRef } from 'react'
import { redirect, useLocation } from 'react-router'
import { createSession, providerAnswer } from '#domain/staff/sign-in/contract.ts'
import { Button } from '#app/ui/button.tsx'
import { venue } from '#shared/venue.ts'
import { browserCall, xsrfToken } from '#app/browser-call.ts'
import { paths } from '#app/paths.ts'
import { callContext } from '#app/server-context.ts'
import { LoadingRing } from '#app/ui/icons.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import type { Route } from './+types/callback'

/** Completes the sign-in when the visitor presses the button of a browser without JavaScript. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const answer = providerAnswer.safeParse(Object.fromEntries(url.searchParams))
  const made = answer.success && (await context.get(callContext)(createSession, { body: answer.data }))
  if (made && made.ok) throw redirect(made.data.returnUrl, 303)
  // A browser that stores cookies sends at least the cookie of the sign-in. If the request has no cookie, the
  // browser blocks cookies.
  throw redirect(request.headers.has('cookie') ? paths.signInFailed : paths.signInBlocked, 303)
}

export const meta: Route.MetaFunction = () => [{ title: `Logging in · ${venue.name}` }]

export default function Callback() {
  const { search } = useLocation()
  const asked = useRef(false)
  useEffect(() => {
    // The provider's code works only once, but React runs effects twice in development.
    if (asked.current) return
    asked.current = true
    void goOn(search)
  }, [search])
  return (
    <PageBanner picture="road" dark="moonroad" height="tall" focus="54% 60%">
      <h1>Logging in</h1>
      <LoadingRing />
      <noscript>
        <form method="post">
          <Button type="submit">Go on</Button>
        </form>
      </noscript>
      <span data-hydrate />
    </PageBanner>
  )
}

/**
 * Redirects to the page that the visitor wanted. If the sign-in has failed, redirects to the home page. That
 * page says so, and says if blocked cookies are the reason (R48.4).
 */
async function goOn(search: string) {
  const answer = providerAnswer.safeParse(Object.fromEntries(new URLSearchParams(search)))
  const made = answer.success && (await browserCall(createSession, { body: answer.data }))
  // Replaces the history entry of this page, because the code in its address has been used up.
  if (made && made.ok) return location.replace(made.data.returnUrl)
  const isBlocked = made && made.code === 'csrf' && xsrfToken() === undefined
  location.replace(isBlocked ? paths.signInBlocked : paths.signInFailed)
}
