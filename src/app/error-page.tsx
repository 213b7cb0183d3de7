/** The error page, and the page for unknown addresses. */
import { isRouteErrorResponse, useLocation, data } from 'react-router'
import { LogOut } from '#app/sign-in/log-out.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { venue } from '#shared/venue.ts'
import { paths } from '#app/paths.ts'
import { PageBanner } from '#app/ui/page-banner.tsx'

/** Renders the error page. The response already has the status code. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const words = describeError(error)
  return (
    <>
      <title>{`${words.title} · ${venue.name}`}</title>
      <meta name="robots" content="noindex" />
      <PageBanner picture="road" dark="moonroad" height="tall" focus="54% 60%">
        <h1>{words.heading}</h1>
        <p>{words.text}</p>
        <p className="button-row">
          {words.logOut && <LogOut look="main" />}
          {words.lostLink && <LinkButton to={paths.lostLink}>Email me my link</LinkButton>}
          {words.again ? (
            <LinkButton to={`${pathname}${search}`} reloadDocument>
              Try again
            </LinkButton>
          ) : (
            <LinkButton to={paths.events} look={words.logOut || words.lostLink ? 'plain' : 'main'}>
              See the events
            </LinkButton>
          )}
          <LinkButton to={paths.home} look="plain">
            Go to the home page
          </LinkButton>
        </p>
      </PageBanner>
    </>
  )
}

/** Returns a 404 for every unknown address. The error boundary of the root route renders the page. */
export function loader() {
  throw data(null, 404)
}

export default function NotFound() {
  return null
}

interface ErrorWords {
  title: string
  heading: string
  text: string
  /** True if the error page should offer to reload, because a reload may help. */
  again?: boolean
  /** True if the error page should offer to log out, because the visitor may have access as another user. */
  logOut?: boolean
  /**
   * True if the address was a private link that does not work. The page then offers to e-mail the guest a new
   * link.
   */
  lostLink?: boolean
}

const LOST: ErrorWords = {
  title: 'Not found',
  heading: 'The road ends here.',
  text: 'There is nothing at this address. There is a lot of nothing out here, but this is a different kind.',
}

const BROKEN: ErrorWords = {
  title: 'Something went wrong',
  heading: 'Something broke on our side.',
  text: `Please try again in a moment. If it stays broken, write to ${venue.email}; a person reads it.`,
  again: true,
}

const NO_SIGNAL: ErrorWords = {
  title: 'No signal',
  heading: 'No signal.',
  text: 'This page did not make it to you. Out here that happens. Try again where there is a bar or two.',
  again: true,
}

/** Matches the messages with which browsers report a request that got no response. */
const UNANSWERED = /failed to fetch|load failed|networkerror|dynamically imported module|importing a module/i

/** Returns the texts of the error page. */
export function describeError(error: unknown): ErrorWords {
  if (!isRouteErrorResponse(error)) {
    return error instanceof TypeError && UNANSWERED.test(error.message) ? NO_SIGNAL : BROKEN
  }
  // A loader can provide more exact texts: `throw data({ heading: 'Event Not Found', text: '…' }, 404)`.
  const { heading, text, logOut, lostLink } = (error.data ?? {}) as Partial<ErrorWords>
  const standard = error.status >= 500 ? BROKEN : LOST
  return {
    title: heading ?? standard.title,
    heading: heading ?? standard.heading,
    text: text ?? standard.text,
    again: standard.again === true,
    logOut: logOut === true,
    lostLink: lostLink === true,
  }
}
