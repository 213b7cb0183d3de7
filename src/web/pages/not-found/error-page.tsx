import { useLocation } from 'react-router'
import { LogOut } from '#features/access/ui/log-out.tsx'
import { LinkButton } from '#ui/button.tsx'
import { venue } from '#shared/venue.ts'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'
import { Scene } from '#web/ui/scene.tsx'
import { errorWords } from './error-words.ts'

/** What is drawn in place of a page that failed; the status code is the response's own. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const words = errorWords(error)
  return (
    <>
      <title>{`${words.title} · ${venue.name}`}</title>
      <meta name="robots" content="noindex" />
      <Scene picture="road" dark="moonroad" height="tall" focus="54% 60%">
        <h1>{words.heading}</h1>
        <p>{words.text}</p>
        <p className="button-row">
          {words.logOut && <LogOut call={browserCall} look="main" />}
          {words.lostLink && <LinkButton to={paths.lostLink}>Mail me my link</LinkButton>}
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
            Back to the start
          </LinkButton>
        </p>
      </Scene>
    </>
  )
}
