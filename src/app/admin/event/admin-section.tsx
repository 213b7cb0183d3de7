/**
 * The admin section of an event's page (R11.8). It has its own chunk and stylesheet, so visitors do not load
 * it.
 */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AuditHistory } from '#app/admin/history/audit-history.tsx'
import type { AdminEvent } from '#domain/booking/contract/event.ts'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { HostLinks } from '#app/admin/event/host-links.tsx'
import { Messages } from '#app/admin/messages/messages.tsx'
import { ReminderPlan } from '#app/admin/reminders/reminder-plan.tsx'
import type { Guest } from '#domain/guests/roster/contract.ts'
import { lacksInfo } from '#app/admin/roster/filter-and-sort.ts'
import { PrintRoster, RestOfGuests, Roster, useAllGuests } from '#app/admin/roster/roster.tsx'
import { PhotoManager } from '#app/admin/uploads/photo-manager.tsx'
import { AddEntry } from '#app/admin/waitlist/add-entry.tsx'
import { OffersSwitch, WaitlistBrowser } from '#app/admin/waitlist/waitlist-browser.tsx'
import { wantedInAll, describeCount } from '#app/admin/waitlist/waitlist-labels.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { isGuest, isHeld } from '#shared/reservation-status.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-buttons.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Panel, Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { announce } from '#app/ui/toast.tsx'
import { uploadFile } from '#app/browser-upload.ts'
import { paths } from '#app/paths.ts'
import { useMay } from '#app/site.ts'
import { GUESTS } from './admin-marks.tsx'
import { CancelledEvent, AddGuestButton, EventActions } from './event-actions.tsx'
import { UntoldDates } from './untold-dates.tsx'
import sheet from './admin-section.css?url'
import { Text } from '#app/ui/text.tsx'

const MESSAGES = 'messages'
const MAILS = 'mail-plan'
const KITCHEN = 'for-host'
const PHOTOS = 'manage-photos'

/** The data about an event that only admins get. */
export interface ForAdmin extends Pick<EventForAdmin, 'password' | 'hostCell' | 'adminEmail'> {
  /** The first guests of the event, at most `FIRST_GUESTS`. The page fetches the rest later. */
  guests: Guest[]
  guestCount: number
  /** The first page of the waitlist, in order of position. */
  waitlists: AdminEvent['waitlists']
  waitlistCount: AdminEvent['waitlistCount']
  spotsToOffer: number
  /** True if an admin has paused the offers to the waitlist. */
  waitlistStopped: boolean
  /** Money of guests that blocks the event's deletion. */
  openMoney: AdminEvent['openMoney']
}

interface AdminSectionProps {
  event: EventDetails
  admin: ForAdmin
  onChanged: () => void
}

export default function AdminSection({ event, admin, onChanged }: AdminSectionProps) {
  const { guests, missing, failed, again } = useAllGuests(admin.guests, {
    eventId: event.id,
    count: admin.guestCount,
  })
  const mayEdit = useMay()('events.edit')
  return (
    <div className="admin-section" data-hydrate>
      <Stylesheet href={sheet} />
      <Panel labelledBy={GUESTS} className="admin-guests">
        <header className="part-head admin-head">
          <h2 id={GUESTS} tabIndex={-1}>
            Guests
          </h2>
          <AddGuestButton event={event} onChanged={onChanged} />
        </header>
        <JumpLinks />
        <EventTotals event={event} admin={admin} guests={missing === 0 && failed === null ? guests : null} />
        {mayEdit && !event.cancelled && !event.hasEnded && <UntoldDates eventId={event.id} />}
        {mayEdit && event.cancelled && <CancelledEvent eventId={event.id} onOver={onChanged} />}
        <RestOfGuests missing={missing} failed={failed} onAgain={again} />
        <Roster guests={guests} ended={event.hasEnded} onChanged={onChanged} />
        {mayEdit && <EventActions event={event} openMoney={admin.openMoney} onChanged={onChanged} />}
      </Panel>
      <div className="admin-column column">
        <WaitlistSection event={event} admin={admin} onChanged={onChanged} />
      </div>
      <ForHost event={event} />
      <Panel labelledBy={MESSAGES}>
        <Messages id={MESSAGES} eventId={event.id} />
      </Panel>
      <Panel labelledBy={MAILS}>
        <ReminderPlan id={MAILS} eventId={event.id} />
      </Panel>
      {mayEdit && <EventPhotos event={event} onChanged={onChanged} />}
      <div className="admin-column column">
        <AuditHistory of={{ eventId: event.id }} className="admin-part on-sheet" />
      </div>
      <PrintRoster
        guests={guests}
        missing={missing}
        title={`${event.name}, ${formatDayRange(event.startDateDate, event.endDateDate)}`}
      />
    </div>
  )
}

/** Links to the headings of the admin section, in page order. */
const JUMPS = [
  ['Waitlist', 'waitlist'],
  ['Kitchen', KITCHEN],
  ['Messages', MESSAGES],
  ['Emails', MAILS],
  ['Photos', PHOTOS],
  ['History', 'history'],
] as const

function JumpLinks() {
  return (
    <nav className="admin-jumps" aria-label="On this page">
      <ul className="plain-list">
        {JUMPS.map(([label, id]) => (
          <li key={id}>
            <Link to={{ hash: id }}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface EventSumsProps {
  event: EventDetails
  admin: ForAdmin
  /**
   * All guests of the event. Null until the page has loaded all of them, because totals of some guests would
   * be wrong.
   */
  guests: Guest[] | null
}

export function EventTotals({ event, admin, guests }: EventSumsProps) {
  const coming = guests?.filter(isGuest)
  const sum = (of: 'totalPaid' | 'totalDue') =>
    coming ? formatMoney(coming.reduce((total, guest) => total + guest[of], 0)) : '…'
  const left = coming?.reduce((total, guest) => total + guest.money.stillToPay, 0) ?? 0
  const held = guests?.filter(isHeld).length ?? 0
  const { waiting, unconfirmed } = admin.waitlistCount
  const more = [wantedInAll(admin.waitlistCount), unconfirmed > 0 && `${unconfirmed} not confirmed`]
  return (
    <Facts
      className="admin-sums"
      facts={[
        ['Guests', withMore(coming?.length ?? '…', `of ${event.spots} spots`)],
        held > 0 && ['Held', held],
        ['Paid', withMore(sum('totalPaid'), `of ${sum('totalDue')}`)],
        left > 0 && ['Still to pay', formatMoney(left)],
        ['Info missing', guests?.filter(lacksInfo).length ?? '…'],
        ['On the waitlist', withMore(waiting, more.filter(Boolean).join(', '))],
        admin.password !== null && ['Password', admin.password],
      ]}
    />
  )
}

const withMore = (value: string | number, more: string) => (
  <>
    <Text>{value}</Text> {more && <Text>{more}</Text>}
  </>
)

/** Renders the event's waitlist and its offers. An admin can add an entry or download the list. */
export function WaitlistSection({ event, admin, onChanged }: AdminSectionProps) {
  const { waitlists, waitlistCount: count, waitlistStopped } = admin
  const open = !event.hasHappened && !event.cancelled
  return (
    <Section className="admin-part on-sheet" id="waitlist" title="Waitlist">
      {count.all === 0 ? (
        <p>
          {event.showWaitlist
            ? 'Nobody is waiting.'
            : 'This event has no waitlist. Turn it on in the event form.'}
        </p>
      ) : (
        <>
          <p>{describeCount(count)}</p>
          {open && <OffersSwitch eventId={event.id} stopped={waitlistStopped} onChanged={onChanged} />}
          <WaitlistBrowser
            eventId={event.id}
            first={waitlists}
            count={count}
            open={open}
            spotsLeft={admin.spotsToOffer}
            onChanged={onChanged}
          />
        </>
      )}
      <div className="button-row">
        {open && (
          <DialogButton look="plain" label="Add to the waitlist" title="Add to the waitlist">
            <AddEntry
              eventId={event.id}
              onAdded={(name) => {
                announce(`${name} is on the waitlist`)
                onChanged()
              }}
            />
          </DialogButton>
        )}
        {count.all > 0 && (
          <LinkButton to={paths.exportWaitlist(event.id)} look="plain" download>
            Download Waitlist (CSV)
          </LinkButton>
        )}
      </div>
    </Section>
  )
}

/**
 * Renders the panel with links to the kitchen sheet (what the host must know about the guests) and the
 * roster.
 */
function ForHost({ event }: { event: EventDetails }) {
  return (
    <Panel labelledBy={KITCHEN} className="for-host" title="Kitchen sheet &amp; roster">
      <p>
        Allergies, arrivals and emergency contacts, but no payments. Print it, or send the host a link. The
        link needs no sign-in and works until the day after the event.
      </p>
      <p className="button-row">
        <LinkButton to={paths.eventSheet(event.urlName)}>Open the kitchen sheet</LinkButton>
        <LinkButton to={paths.eventRooms(event.urlName)} look="plain">
          Who sleeps where
        </LinkButton>
      </p>
      <h3>Links for the host</h3>
      <HostLinks eventId={event.id} />
    </Panel>
  )
}

/**
 * Milliseconds to wait before the page reloads the event's photos. The page shows a new order before saving
 * it, so an earlier reload would return the old order.
 */
const LOOK_AGAIN_MS = 1500

function EventPhotos({ event, onChanged }: { event: EventDetails; onChanged: () => void }) {
  const [photos, setPhotos] = useState(event.photos)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Panel labelledBy={PHOTOS} title="Photos of this event" className="admin-photos">
      <PhotoManager
        eventId={event.id}
        photos={photos}
        upload={uploadFile}
        onChange={(changed) => {
          setPhotos(changed)
          clearTimeout(timer.current)
          timer.current = setTimeout(onChanged, LOOK_AGAIN_MS)
        }}
      />
    </Panel>
  )
}
