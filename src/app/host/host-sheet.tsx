/**
 * The kitchen sheet: what the cook and the host must know about an event's guests. They read the sheet on a
 * screen or on paper.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrivalTick, type TicksOf, useTicks } from '#app/host/arrival-tick.tsx'
import { formatDayRange, formatStayDates } from '#shared/format-days.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { TABLE_ROLES as ROLES, TableHead } from '#app/ui/data-table.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import type { GuestNeeds, KitchenSheet } from '#domain/guests/hosts/contract.ts'
import sheetStyles from './host-sheet.css?url'
import { Text, Verbatim } from '#app/ui/text.tsx'

interface HostSheetProps {
  /**
   * The kitchen sheet. The page of a large event shows only the first guests, and `left` is the number of the
   * other guests.
   */
  sheet: KitchenSheet & { left: number }
  /** The address of the page that shows all guests. */
  whole: string
  /** The token of the host's link. Missing for an admin. */
  token?: string
  /** Buttons next to the title. The printed sheet does not have them. */
  actions: ReactNode
  /** True if the page around the sheet already says the event's name, host and days. */
  inWorkspace?: boolean
}

/**
 * Renders the kitchen sheet for a host with a link or for an admin. It has medical conditions only if an
 * admin included them in the host's link, or asked for them on this page.
 */
export function HostSheet({ sheet, whole, token, actions, inWorkspace = false }: HostSheetProps) {
  const { event, coming, nameless, allergies, chosen, contacts, left, medical } = sheet
  const empty = contacts.length === 0
  const days = formatDayRange(event.startDateDate, event.endDateDate)
  const running = `${event.name}, ${days}`
  return (
    <article className="sheet">
      <Stylesheet href={sheetStyles} />
      <header className={`page-head sheet-head column ${inWorkspace ? 'sheet-head-tab paper on-sheet' : ''}`}>
        {inWorkspace ? (
          <h2>Kitchen sheet &amp; roster</h2>
        ) : (
          <>
            <p className="eyebrow">Kitchen sheet &amp; roster</p>
            <h1>{event.name}</h1>
          </>
        )}
        <p className="sheet-days">
          <Text>{formatStayDates(event)}</Text>
          {event.host && !inWorkspace && (
            <>
              {' '}
              <Text>· with</Text> <Verbatim>{event.host}</Verbatim>
            </>
          )}
        </p>
        <ul className="plain-list sheet-facts">
          <li>
            <b>{describeCount(coming, 'guest')}</b>
          </li>
          <li>
            <b>{describeCount(event.nights, 'night')}</b>
          </li>
        </ul>
        {event.cancelled && <p className="sheet-cancelled">This retreat has been canceled.</p>}
        {nameless > 0 && <p className="note">{describeNameless(nameless)}</p>}
        <div className="sheet-actions">
          {left > 0 ? (
            <LinkButton to={whole} look="plain">
              List all guests, to print them
            </LinkButton>
          ) : (
            <PrintButton />
          )}
          {actions}
        </div>
      </header>
      <Part id="allergies" title="Allergies and needs">
        {empty ? <Nobody /> : <Needs needs={allergies} what="no allergies or needs" />}
      </Part>
      {chosen.length > 0 && (
        <Part id="chosen" title="Lodging and extras">
          <Facts
            className="needs"
            facts={chosen.map(({ name, guests, names }) => [
              `${name}: ${guests}`,
              <Verbatim key={name}>{names.join(', ')}</Verbatim>,
            ])}
          />
        </Part>
      )}
      <Part
        id="arrivals"
        running={running}
        title={hasContacts(contacts) ? 'Arrivals and emergency contacts' : 'Arrivals'}
      >
        {empty ? (
          <Nobody />
        ) : (
          <Contacts
            contacts={contacts}
            labelledBy="arrivals"
            ticks={{ token: token ?? null, of: event.name, until: event.endDateDate }}
          />
        )}
        {left > 0 && (
          <p className="note">
            <Text>{describeLeft(left)}</Text> <Link to={whole}>List all guests</Link>
          </p>
        )}
      </Part>
      {medical && (
        <Part id="medical" running={running} title="Medical conditions">
          <p className="note">
            Only for people who may have to help. Please don’t leave this page lying around.
          </p>
          {empty ? <Nobody /> : <Needs needs={medical} what="no medical conditions" />}
        </Part>
      )}
    </article>
  )
}

interface PartProps {
  id: string
  title: string
  /** The event's name and days. Each section is printed on a page of its own, which repeats them. */
  running?: string
  children: ReactNode
}

function Part({ id, title, running, children }: PartProps) {
  return (
    <section className="sheet-part paper on-sheet column" aria-labelledby={id}>
      {running && (
        <p className="sheet-running" aria-hidden="true">
          {running}
        </p>
      )}
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Nobody = () => <p>Nobody has a spot yet.</p>

function Needs({ needs: { needs, none, unanswered }, what }: { needs: GuestNeeds; what: string }) {
  return (
    <>
      {needs.length > 0 && (
        <Facts
          className="needs"
          facts={needs.map(({ text, guests }) => [text, <Verbatim key={text}>{guests.join(', ')}</Verbatim>])}
        />
      )}
      {none > 0 && <p className="needs-none">{describeSaidNone(none, what)}</p>}
      {unanswered.length > 0 && (
        <p className="needs-open">
          <b>Not answered yet:</b> <Verbatim>{unanswered.join(', ')}</Verbatim>
        </p>
      )}
    </>
  )
}

interface ContactsProps {
  contacts: KitchenSheet['contacts']
  labelledBy: string
  ticks: TicksOf
}

/**
 * Renders when guests arrive and whom to call in an emergency. A wide screen shows a table, and a narrow one
 * shows cards.
 */
export function Contacts({ contacts, labelledBy, ticks }: ContactsProps) {
  const withRooms = contacts.some(({ room }) => room !== null)
  const withContacts = hasContacts(contacts)
  const ticking = useTicks(ticks)
  return (
    <>
      <FailureAlert failed={ticking.failed} />
      <table {...ROLES.table} className="ruled-table contacts" aria-labelledby={labelledBy}>
        <TableHead
          heads={[
            'Guest',
            'Arrives',
            ...(withRooms ? ['Room'] : []),
            ...(withContacts ? ['Phone', 'In an emergency', 'Emergency phone'] : []),
          ]}
        />
        <tbody {...ROLES.group}>
          {contacts.map((contact) => (
            <tr {...ROLES.row} key={contact.reservationId}>
              <th {...ROLES.rowHead} translate="no" scope="row">
                {contact.name}
                {isCalledOtherwise(contact) && (
                  <span className="contacts-called"> called {contact.shortName}</span>
                )}
                {contact.comesWith.length > 0 && (
                  <span className="contacts-called"> with {list.format(contact.comesWith)}</span>
                )}
              </th>
              <td {...ROLES.cell} data-label="Arrives">
                <ArrivalTick {...contact} ticking={ticking} readOnly={!withContacts} />
              </td>
              {withRooms && (
                <td {...ROLES.cell} data-label="Room" translate="no">
                  {contact.room ?? '–'}
                </td>
              )}
              {withContacts && <ContactCells contact={contact} />}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/**
 * Returns true if the reader of the sheet may see phone numbers and emergency contacts. Only such readers may also
 * mark guests as arrived.
 */
const hasContacts = (contacts: KitchenSheet['contacts']) => contacts.every(({ phone }) => phone !== undefined)

function ContactCells({ contact }: { contact: KitchenSheet['contacts'][number] }) {
  return (
    <>
      <td {...ROLES.cell} data-label="Phone">
        <Phone number={contact.phone ?? null} />
      </td>
      <td {...ROLES.cell} data-label="Emergency contact">
        {contact.emergencyContactName ? <Verbatim>{contact.emergencyContactName}</Verbatim> : <NotGiven />}
      </td>
      <td {...ROLES.cell} data-label="Emergency phone">
        <Phone number={contact.emergencyContactPhone ?? null} />
      </td>
    </>
  )
}

const list = new Intl.ListFormat('en-US')

/**
 * Returns true if the sheet must show the guest's short name next to the full name. "Sam D." is clearly Sam
 * Doe, but nobody finds Robert Lee under "Bob".
 */
const isCalledOtherwise = ({ name, shortName }: { name: string; shortName: string }) =>
  !name.startsWith(shortName.replace(/\.$/, ''))

const Phone = ({ number }: { number: string | null }) =>
  number === null ? <NotGiven /> : <PhoneLink phone={number} />

const NotGiven = () => <span className="contacts-untold">Not given yet</span>

/**
 * Returns a number of guests or nights in words, such as `"No guests"`, `"One guest"` or `"11 nights"`. A
 * one-day event has no nights.
 */
export function describeCount(count: number, one: 'guest' | 'night'): string {
  if (count === 0) return `No ${one}s`
  return count === 1 ? `One ${one}` : `${count} ${one}s`
}

/** Says how many guests are missing on this page, such as `"430 more guests are not in this list."` */
const describeLeft = (left: number) =>
  `${left === 1 ? 'One more guest is' : `${left} more guests are`} not in this list.`

/**
 * Returns a sentence about guests who answered "none", such as `"8 guests say they have no medical
 * conditions."`
 */
function describeSaidNone(guests: number, what: string): string {
  return guests === 1 ? `One guest says they have ${what}.` : `${guests} guests say they have ${what}.`
}

/**
 * Describes guests whose name was deleted: `"One of them has had their details deleted, so this sheet can’t
 * name them."`
 */
function describeNameless(guests: number): string {
  const who = guests === 1 ? 'One of them has' : `${guests} of them have`
  return `${who} had their details deleted, so this sheet can’t name them.`
}
