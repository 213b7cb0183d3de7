import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { invalidate } from '#app/ui/api.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import type { EntryCount, WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { ENTRIES_ON_A_PAGE, listEntries, switchOffers } from '#domain/booking/waitlist/contract/admin.ts'
import { describeRange } from './waitlist-labels.ts'
import { WaitlistTable, useWaitlistActions } from './waitlist-table.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './waitlist.css?url'

interface WaitlistBrowserProps {
  eventId: number
  first: WaitlistEntry[]
  count: EntryCount
  open: boolean
  spotsLeft: number
  onChanged: () => void
}

/**
 * The number of entries from which the waitlist has a search field. A shorter waitlist fits on the screen.
 */
const MANY = 10

export function WaitlistBrowser({ eventId, first, count, onChanged, ...rest }: WaitlistBrowserProps) {
  const [view, setView] = useState({ from: 0, search: '' })
  const isFirst = view.from === 0 && view.search.trim() === ''
  const asked = useApiQuery(listEntries, { query: { eventId, ...view } }, { enabled: !isFirst })
  const page = isFirst ? { entries: first, found: count.all } : asked.data
  const { from } = view
  const shown = page?.entries.length ?? 0
  const isMore = from + shown < (page?.found ?? 0)
  const pageButton = (to: number, label: string) => (
    <Button look="plain" onClick={() => setView({ ...view, from: to })}>
      {label}
    </Button>
  )
  return (
    <>
      <Stylesheet href={sheet} />
      {count.all > MANY && (
        <search className="queue-find">
          <label htmlFor="queue-find">Find on the waitlist</label>
          <input
            id="queue-find"
            type="search"
            className="field-input"
            autoComplete="off"
            placeholder="Name or email"
            value={view.search}
            onChange={({ target }) => setView({ from: 0, search: target.value })}
          />
        </search>
      )}
      {!isFirst && <FailureAlert failed={asked.failed} onRetry={asked.refetch} />}
      {page === null && asked.pending && <output className="note">Loading…</output>}
      {page?.found === 0 && <p>Nobody with that name or email is on the waitlist.</p>}
      {page && page.found > 0 && (
        <>
          <WaitlistTable
            // The key resets the checkboxes when the admin opens another page of the waitlist.
            key={`${view.from} ${view.search}`}
            eventId={eventId}
            entries={page.entries}
            waiting={count.waiting}
            onChanged={() => {
              invalidate(listEntries)
              onChanged()
            }}
            {...rest}
          />
          {(from > 0 || isMore) && (
            <nav className="queue-pages" aria-label="Pages of the waitlist">
              <span>{describeRange({ from, shown, found: page.found })}</span>
              {from > 0 && pageButton(Math.max(0, from - ENTRIES_ON_A_PAGE), 'Earlier places')}
              {isMore && pageButton(from + ENTRIES_ON_A_PAGE, 'Later places')}
            </nav>
          )}
        </>
      )}
    </>
  )
}

interface OffersSwitchProps {
  eventId: number
  stopped: boolean
  onChanged: () => void
}

/** Renders the switch for offers. While the switch is on, the site offers each free spot to the waitlist. */
export function OffersSwitch({ eventId, stopped, onChanged }: OffersSwitchProps) {
  const { busy, failed, act } = useWaitlistActions(onChanged)
  const turn = () =>
    act(switchOffers, { body: { eventId, on: stopped } }, stopped ? 'Offers are on' : 'Offers are off')
  return (
    <div className="part-head queue-switch">
      <Stylesheet href={sheet} />
      <p>
        {stopped
          ? 'Offers are off: a freed spot opens to the public.'
          : 'When a spot opens up, we offer it to the first person on the waitlist. The offer is open for a day.'}
      </p>
      <Button look="plain" busy={busy} onClick={() => void turn()}>
        {stopped ? 'Turn offers on' : 'Turn offers off'}
      </Button>
      <FailureAlert failed={failed} />
    </div>
  )
}
