/**
 * The page that lists what this device has saved for offline use. The service worker redirects to this page
 * if another page cannot load (R32.4).
 */
import { LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { type PageHandle, pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/offline-page'
import arrivalSheet from '#app/guest/arrival/arrival-part.css?url'
import reservationSheet from '../guest/private-page/reservation.css?url'

export const handle: PageHandle = { cacheBy: [] }

const TITLE = 'No signal'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, description: 'What’s saved on this device.', path: paths.offline })

export default function OfflinePage() {
  return (
    <>
      <Stylesheet href={reservationSheet} />
      <Stylesheet href={arrivalSheet} />
      <PageBanner picture="road" dark="moonroad" focus="54% 60%">
        <h1>No signal here.</h1>
        <p>The page you asked for didn’t load. This is what’s saved on your device.</p>
        <p>
          {/* A link to the page that could not load. A script fills in its address and shows it. */}
          <a className="button button-main offline-again" href={paths.home} hidden suppressHydrationWarning>
            Try again
          </a>
        </p>
      </PageBanner>
      <Panel over>
        <div
          className="kept-stays"
          // Sets the content as HTML, so that React keeps what `show-stays.ts` inserts here.
          dangerouslySetInnerHTML={{ __html: '' }}
          suppressHydrationWarning
        />
        <h2>For the road</h2>
        <p className="prose">
          The map, the mile list and the packing list work without a signal, and so does the page with our
          address.
        </p>
        <p className="button-row">
          <LinkButton to={paths.directions} reloadDocument>
            Directions
          </LinkButton>
          <LinkButton to={paths.packingList} look="plain" reloadDocument>
            Packing list
          </LinkButton>
          <LinkButton to={paths.contact} look="plain" reloadDocument>
            Contact
          </LinkButton>
        </p>
      </Panel>
    </>
  )
}
