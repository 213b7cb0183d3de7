import { useEffect, useState } from 'react'
import { Link, PrefetchPageLinks, useNavigation } from 'react-router'
import { scheduleNote, scheduleOf, scheduleWords } from '#domain/booking/domain/refund-policy.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import {
  eventAction,
  CANCELLED,
  type FormAction,
  FULL,
  NOT_PUBLISHED,
  opensForm,
  AvailabilityChip,
} from '#app/public/event/availability.tsx'
import { EventAbout, EventLinks, GettingHere } from '#app/public/event/event-about.tsx'
import { EventFacts } from '#app/public/event/event-facts.tsx'
import { paragraphs } from '#app/public/event/paragraphs.ts'
import { describePrice, PaymentSchedule, type Priced, pricedFrom } from '#app/public/event/price.tsx'
import { formatDayRange } from '#shared/format-days.ts'
import { isOwnFile } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import { savesData } from '#app/ui/plain-dom.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Carousel } from '#app/ui/carousel.tsx'
import { Panel, Prose } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { RefundTable } from '#app/ui/refund-table.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { paths } from '#app/paths.ts'
import { useCardFormLink } from '#app/site.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

interface EventBodyProps {
  event: EventDetails
  onAct: ((to: string) => void) | null
}

/** Renders the event's description, or the host's PDF if the event has one. */
export function EventDescription(props: EventBodyProps) {
  return props.event.pdfLink ? <PdfBody {...props} /> : <EventBody {...props} />
}

/** Renders everything below the banner of an event's page, in the event's own color. */
export function EventBody({ event, onAct }: EventBodyProps) {
  return (
    <Panel over={onAct !== null} color={event.color}>
      <div className="event-grid">
        <BuyBox event={event} onAct={onAct} />
        <div>
          {event.shortDescription && <p className="event-lead">{event.shortDescription}</p>}
          <EventFacts event={event} location={venue.location} />
          {onAct && !event.unpublished && <EventLinks event={event} />}
          {event.longDescription && (
            <Prose className="event-long">
              {paragraphs(event.longDescription).map((text) => (
                <p key={text}>{text}</p>
              ))}
            </Prose>
          )}
        </div>
      </div>
      {event.secondImage && (
        <Picture src={event.secondImage} className="event-second" sizes="(width >= 91rem) 85rem, 94vw" />
      )}
      <EventAbout event={event} />
      {event.photos.length > 0 && (
        <>
          <h2 id="photos">Photos</h2>
          <Carousel
            label="Photos"
            slides={event.photos.map(({ url, alt }) => ({ path: url, alt, label: '', subLabel: '' }))}
          />
        </>
      )}
      <GettingHere />
      {onAct && <ActionLink event={event} />}
    </Panel>
  )
}

/** Renders an event's name, host and dates over its picture. */
export function EventBanner({ event }: { event: EventDetails }) {
  return (
    <PageBanner picture={event.mainImage ?? 'dusk'} light>
      <h1>{event.name}</h1>
      {event.host && (
        <p className="event-host">
          <span>WITH</span> <Verbatim>{event.host}</Verbatim>
        </p>
      )}
      <p>{formatDayRange(event.startDateDate, event.endDateDate)}</p>
    </PageBanner>
  )
}

/**
 * Renders an event whose description is the host's PDF, in a frame. The sign-up button is always on the
 * screen (R10.9).
 */
export function PdfBody({ event, onAct }: EventBodyProps) {
  const link = event.pdfLink ?? ''
  return (
    <Panel over={onAct !== null} color={event.color}>
      <div className="event-grid">
        <BuyBox event={event} onAct={onAct} buttonElsewhere />
        <div>
          {event.shortDescription && <p className="event-lead">{event.shortDescription}</p>}
          <LinkButton to={link} look="plain" reloadDocument>
            Open PDF
          </LinkButton>
          {onAct && !event.unpublished && <EventLinks event={event} />}
          <GettingHere />
        </div>
      </div>
      <PdfFrame key={link} src={link} title={`${event.name} (PDF)`} />
      <div className="event-bar on-ground">
        <ActionButton
          event={event}
          onAct={onAct}
          words={{ sign_up: 'Reserve a spot', waitlist: 'Join the Waitlist' }}
        />
      </div>
    </Panel>
  )
}

const named = new Set<string>()

/**
 * Renders a PDF in a frame. The document's content security policy must allow the origin of the PDF. After a
 * client-side navigation, the policy may lack this origin, and the frame would stay empty. So the browser
 * then reloads the page as a new document.
 */
function PdfFrame({ src, title }: { src: string; title: string }) {
  const started = useHydrated()
  const [cameWithPage] = useState(!started)
  const host = isOwnFile(src) ? null : new URL(src).origin
  const allowed = host === null || cameWithPage || named.has(host)
  useEffect(() => {
    if (!allowed) window.location.reload()
    else if (host !== null) named.add(host)
  }, [allowed, host])
  if (!allowed) return null
  // The frame has no `sandbox` attribute, because Chromium shows no PDF in a sandboxed frame.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="event-pdf" src={src} title={title} loading="lazy" />
}

interface BuyBoxProps extends EventBodyProps {
  buttonElsewhere?: boolean
}

/**
 * Renders the box with an event's price, place, free spots and sign-up button. On a phone, the whole box fits
 * on the first screen (R17.8).
 */
function BuyBox({ event, onAct, buttonElsewhere = false }: BuyBoxProps) {
  const price = describePrice(event)
  const action = eventAction(event)
  const over = action === 'none' || action === 'cancelled'
  return (
    <aside className="buy-box on-sheet" aria-label="Price and sign-up">
      <div className="buy-box-top">
        {price && (
          <p className="buy-box-price" key={price}>
            <Text>{price}</Text>
            {event.priceFrom > 0 && <span className="buy-box-per"> per person</span>}
          </p>
        )}
        {!over && <AvailabilityChip event={event} />}
      </div>
      <p className="buy-box-place">{venue.location}</p>
      {action === 'none' && <p>Sign-up is closed.</p>}
      {action === 'cancelled' && (
        <p>
          <strong>{CANCELLED}</strong>
        </p>
      )}
      {onAct && action === 'full' && <p>{FULL}</p>}
      {onAct && action === 'unpublished' && <p>{NOT_PUBLISHED}</p>}
      {!buttonElsewhere && <ActionButton event={event} onAct={onAct} words={ACTION_WORDS} />}
      {onAct && !over && <PaymentSchedule event={pricedFrom(event)} varies={event.priceVaries} />}
      {onAct && (action === 'sign_up' || action === 'unpublished') && event.priceFrom > 0 && (
        <Refunds
          event={event}
          priced={pricedFrom(event)}
          what={`each guest pays at sign-up${event.priceVaries ? ' with the cheapest lodging' : ''}`}
        />
      )}
    </aside>
  )
}

interface RefundsProps {
  event: Pick<EventDetails, 'startDateDate' | 'today'>
  priced: Pick<Priced, 'cost' | 'dueNow'>
  what: string
}

/** Shows, before the guest pays anything, how much a guest who cancels gets back (R31.3). */
export function Refunds({ event, priced: { cost: total, dueNow }, what }: RefundsProps) {
  const schedule = scheduleOf({ dueNow, total }, event)
  const note = scheduleNote(schedule, what)
  const last = `The last row is for the whole price of ${formatMoney(total)}, which is paid by then.`
  return (
    <RefundTable
      rows={scheduleWords(schedule)}
      note={note !== null && total > dueNow ? `${note} ${last}` : note}
    >
      <Link to={paths.termsOfStay}>Terms of Stay</Link>
    </RefundTable>
  )
}

const ACTION_WORDS: Record<FormAction, string> = { sign_up: 'Sign up', waitlist: 'Join the waitlist' }

const formPath = ({ urlName }: EventDetails, action: FormAction) =>
  action === 'waitlist' ? paths.joinWaitlist(urlName) : paths.signUp(urlName)

/**
 * Renders the sign-up or waitlist button, if the event offers sign-up or the waitlist. The button is a small
 * form that opens another page, so it works without scripts. A browser without scripts cannot take a card, so
 * a note says whom the visitor can ask.
 */
function ActionButton({ event, onAct, words }: EventBodyProps & { words: typeof ACTION_WORDS }) {
  const { location } = useNavigation()
  const started = useHydrated()
  const action = eventAction(event)
  if (onAct === null || !opensForm(action)) return null
  const to = formPath(event, action)
  return (
    <form
      method="get"
      action={to}
      className="action"
      data-late
      onSubmit={(press) => {
        press.preventDefault()
        onAct(to)
      }}
    >
      {/* Loads the form in advance after a first touch of the page, because the visitor may press the button
          soon (R31.8). */}
      {started && !savesData() && <PrefetchPageLinks page={to} />}
      <Button type="submit" busy={location?.pathname === to}>
        {words[action]}
      </Button>
      <noscript>
        <NeedsScripts />
      </noscript>
    </form>
  )
}

function ActionLink({ event }: { event: EventDetails }) {
  const action = eventAction(event)
  const way = useCardFormLink()
  if (!opensForm(action)) return null
  return (
    <p className="event-again">
      <LinkButton to={formPath(event, action)} {...way}>
        {ACTION_WORDS[action]}
      </LinkButton>
    </p>
  )
}

/** Renders a note for browsers without JavaScript. Stripe's card fields need JavaScript. */
export function NeedsScripts() {
  return (
    <p>
      Signing up needs JavaScript. You can also write to <a href={`mailto:${venue.email}`}>{venue.email}</a>{' '}
      and we’ll sign you up.
    </p>
  )
}
