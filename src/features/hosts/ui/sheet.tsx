/** The kitchen sheet: what is read at the stove and at the gate, on a screen and on paper. */
import type { ReactNode } from 'react'
import { formatDayRange, formatOwnDates } from '#shared/days.ts'
import { Stylesheet } from '#ui/stylesheet.tsx'
import type { GuestNeeds, KitchenSheet } from '../contract.ts'
import { Contacts } from './contacts.tsx'
import sheetStyles from './sheet.css?url'
import { countWords, namelessWords, nightsWords, saidNoneWords } from './words.ts'

interface SheetProps {
  sheet: KitchenSheet
  /** Stands beside the title; not on paper. */
  actions: ReactNode
}

export function Sheet({ sheet, actions }: SheetProps) {
  const { event, coming, nameless, allergies, contacts, medical } = sheet
  const empty = contacts.length === 0
  const days = formatDayRange(event.startDateDate, event.endDateDate)
  const running = `${event.name}, ${days}`
  return (
    <article className="sheet">
      <Stylesheet href={sheetStyles} />
      <header className="sheet-head column">
        <p className="eyebrow">Kitchen sheet &amp; roster</p>
        <h1>{event.name}</h1>
        <p className="sheet-days">
          {days}
          {event.host && <> · with {event.host}</>}
        </p>
        <ul className="sheet-facts">
          <li>
            <b>{countWords(coming)}</b>
          </li>
          <li>
            <b>{nightsWords(event.nights)}</b>
          </li>
          <li>{formatOwnDates(event)}</li>
        </ul>
        {event.cancelled && <p className="sheet-cancelled">This retreat has been cancelled.</p>}
        {nameless > 0 && <p className="note">{namelessWords(nameless)}</p>}
        <div className="sheet-actions">{actions}</div>
      </header>
      <Part id="allergies" title="Allergies and needs">
        {empty ? <Nobody /> : <Needs needs={allergies} what="no allergies or needs" />}
      </Part>
      <Part id="arrivals" running={running} title="Arrivals and emergency contacts">
        {empty ? <Nobody /> : <Contacts contacts={contacts} labelledBy="arrivals" />}
      </Part>
      {medical && (
        <Part id="medical" running={running} title="Medical conditions">
          <p className="note">
            For whoever must help, and for nobody else. Please do not leave it lying about.
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
  /** The event once more, on paper: there each part is a sheet of its own. */
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
        <dl className="needs">
          {needs.map(({ text, guests }) => (
            <div key={guests[0]}>
              <dt>{text}</dt>
              <dd>{guests.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
      {none > 0 && <p className="needs-none">{saidNoneWords(none, what)}</p>}
      {unanswered.length > 0 && (
        <p className="needs-open">
          <b>Not answered yet:</b> {unanswered.join(', ')}
        </p>
      )}
    </>
  )
}
