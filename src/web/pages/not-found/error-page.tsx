import { isRouteErrorResponse } from 'react-router'
import { LinkButton } from '../../../shared/ui/button.tsx'
import { venue } from '../../../shared/venue.ts'
import { paths } from '../../paths.ts'
import { Scene } from '../../ui/scene.tsx'

interface Words {
  title: string
  heading: string
  text: string
}

const LOST: Words = {
  title: 'Not found',
  heading: 'The road ends here.',
  text: 'There is nothing at this address. There is a lot of nothing out here, but this is a different kind.',
}

const BROKEN: Words = {
  title: 'Something went wrong',
  heading: 'Something broke on our side.',
  text: `Please try again in a moment. If it stays broken, write to ${venue.email}; a person reads it.`,
}

function wordsFor(error: unknown): Words {
  if (!isRouteErrorResponse(error)) return BROKEN
  // A loader may say it better: `throw data({ heading: 'Event Not Found', text: '…' }, 404)`.
  const said = error.data as Partial<Words> | null
  const standard = error.status >= 500 ? BROKEN : LOST
  const title = said?.heading ?? standard.title
  return { title, heading: said?.heading ?? standard.heading, text: said?.text ?? standard.text }
}

/** What is drawn in place of a page that failed; the status code is the response's own. */
export function ErrorPage({ error }: { error: unknown }) {
  const words = wordsFor(error)
  return (
    <>
      <title>{`${words.title} · ${venue.name}`}</title>
      <meta name="robots" content="noindex" />
      <Scene picture="road" light height="tall">
        <h1>{words.heading}</h1>
        <p>{words.text}</p>
        <p className="button-row">
          <LinkButton to={paths.events}>See the events</LinkButton>
          <LinkButton to={paths.home} look="plain">
            Back to the start
          </LinkButton>
        </p>
      </Scene>
    </>
  )
}
