import type { ReactNode } from 'react'
import { Link, redirect } from 'react-router'
import words from '#content/home.json'
import { type EventSummary, listEvents } from '#domain/events/contract/events.ts'
import { bookableFirst } from '#app/public/event/availability.tsx'
import { localPath } from '#shared/links.ts'
import { Text } from '#app/ui/text.tsx'
import { venue } from '#shared/venue.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Panel, Section } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { BannerVideo } from '#app/ui/page-banner.tsx'
import { MoreInformation } from '#app/layout/more-information.tsx'
import { type PageHandle, pageMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { venueData } from '#app/schema-org.ts'
import { callContext } from '#app/server-context.ts'
import { EventCards } from '../events/event-cards.tsx'
import type { Route } from './+types/home'

const TEASERS = 3
/** The number of upcoming events among which the home page looks for events with free spots. */
const LOOKED_AT = 24

export async function loader({ context, request }: Route.LoaderArgs) {
  // Redirects addresses of the previous website, which had `?pg=` (R16.5).
  const query = new URL(request.url).searchParams
  const legacy = query.get('pg')
  if (legacy !== null) throw redirect(localPath(legacy))
  const signIn = query.get('signIn')
  // Redirects any other value of `signIn` to the address without it, because the cache would store a separate
  // page for each value.
  if (signIn !== null && signIn !== 'failed' && signIn !== 'blocked') throw redirect(paths.home)
  const reply = await context.get(callContext)(listEvents, { query: { when: 'current', limit: LOOKED_AT } })
  const events = reply.ok ? bookableFirst(reply.data.events).slice(0, TEASERS) : []
  return { events, signIn }
}

export const handle: PageHandle = { cacheBy: ['pg', 'signIn'], listed: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: venue.name,
    description: words.description,
    path: paths.home,
    bare: true,
    facts: venueData,
  })

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Opening notice={loaderData.signIn && <SignInFailed blocked={loaderData.signIn === 'blocked'} />} />
      <Upcoming events={loaderData.events} />
      <Claims />
      <Tiles />
      <MoreInformation picture="dusk" />
    </>
  )
}

/**
 * The `sizes` attribute of the banner picture. On a narrow screen, the picture is 230vw wide before its sides
 * are cropped. A phone with a high resolution loads the smaller file for 133vw, so that the page shows
 * sooner.
 */
const SIZES = '(width < 48rem) and (resolution < 1.5dppx) 230vw, (width < 48rem) 133vw, 100vw'

/** Renders the venue's tagline over the banner video. */
function Opening({ notice }: { notice: ReactNode }) {
  return (
    <header className="opening">
      <div className="opening-sky">
        <BannerVideo sizes={SIZES} />
        <div className="opening-shade" />
      </div>
      <div className="opening-words scene-words on-scene column">
        {notice}
        <h1>{words.heading}</h1>
        <p>{words.lead}</p>
        <p className="button-row">
          <LinkButton to={paths.events}>See the retreats</LinkButton>
        </p>
      </div>
    </header>
  )
}

/**
 * Says that the sign-in failed. `blocked` means that the browser stores no cookies, so a retry would fail too
 * (R48.4).
 */
function SignInFailed({ blocked }: { blocked: boolean }) {
  return (
    <div className="on-sheet sign-in-failed">
      <Alert tone="bad" title="The sign-in did not work.">
        <p>
          <Text>
            Nobody is signed in.{' '}
            {blocked && 'Your browser blocks cookies for this site. Allow them first, then try again.'}
          </Text>{' '}
          <a href={paths.login(paths.admin)}>Try again</a>
        </p>
      </Alert>
    </div>
  )
}

/** Renders the next few events, events with free spots first (R31.1). */
function Upcoming({ events }: { events: EventSummary[] }) {
  return (
    <Panel over labelledBy="upcoming" className="upcoming">
      <h2 id="upcoming">Available Events &amp; Retreats</h2>
      <EventCards events={events} heading="h3" />
      <p className="more">
        <Link to={paths.events}>All events and retreats</Link>
      </p>
    </Panel>
  )
}

/** Renders the texts in which the venue describes itself (R16.6), and the length of a usual stay. */
function Claims() {
  return (
    <Section className="claims column" id="claims" title={words.claimsHeading}>
      <ul className="plain-list numbers">
        {words.numbers.map(({ number, label }) => (
          <li key={label}>
            <strong>{withFacts(number)}</strong> {label}
          </li>
        ))}
      </ul>
      <dl>
        {words.claims.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{withFacts(text)}</dd>
          </div>
        ))}
      </dl>
      <p className="usual-stay">{venue.usualStay}</p>
    </Section>
  )
}

type TilePage = 'retreatSpace' | 'theLand' | 'sustainableRanching' | 'events'

function Tiles() {
  return (
    <nav className="tiles column" aria-label="Around the ranch">
      <ul className="plain-list">
        {words.tiles.map(({ page, label, picture, focus }) => (
          <li key={page} style={{ '--focus-at': focus }}>
            <Link to={paths[page as TilePage]}>
              <Picture src={picture} alt="" sizes="(width >= 64rem) 23vw, (width >= 30rem) 46vw, 92vw" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const FACT = /\{(\w+)\}/g

/**
 * Inserts the venue's facts into a text of `content/home.json`: "{bedrooms} bedrooms" becomes "11 bedrooms".
 */
export function withFacts(text: string): string {
  return text.replace(FACT, (whole, name: string) =>
    String(Object.entries(venue).find(([fact]) => fact === name)?.[1] ?? whole),
  )
}
