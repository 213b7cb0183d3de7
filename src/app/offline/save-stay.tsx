/**
 * The button "Keep this on my phone". A press saves the essentials of a stay for offline use. Nothing is
 * saved without a press (R32.4).
 */
import { useEffect, useState } from 'react'
import { getArrival, type GuestArrival } from '#domain/onsite/arrival/contract.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { formatDay } from '#shared/format-days.ts'
import { directionsPath } from '#shared/links.ts'
import { Button } from '#app/ui/button.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { canSaveOffline } from '#app/ui/offline-cache.ts'
import { announce } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { paths } from '../paths.ts'
import { device, saveSite } from './save-pages.ts'
import { deleteStay, isStaySaved, type SavedStay, saveStay } from './saved-stays.ts'
import { Text } from '#app/ui/text.tsx'

interface SaveStayProps {
  reservation: GuestReservation
  /** The days of the stay as text, formatted as on the private page. */
  dates: string
  gateNotes: string[]
  /**
   * The guest's arrival as the page's loader returned it. Null if the page shows no arrival buttons for this
   * guest.
   */
  arrival: GuestArrival | null
}

const NOT_SAVED = {
  code: 'not_kept',
  message:
    'Your browser could not save it. Please try again when you have a signal, or take a screenshot of this page.',
}

/**
 * Renders the button that saves the stay on this device, or nothing if the browser cannot store anything.
 * Keeps a saved copy up to date, and deletes the copy when the reservation ends.
 */
export function SaveStay({ arrival, ...props }: SaveStayProps) {
  const { reservation } = props
  const [kept, setKept] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<typeof NOT_SAVED | null>(null)
  const { uuid, status, event } = reservation
  const expected = status === 'confirmed' && !event.cancelled && !event.hasEnded
  // Loads which arrival buttons the guest has pressed, because the offline page shows them too.
  const { data: way } = useApiQuery(
    getArrival,
    { query: { uuid } },
    { seed: arrival ?? undefined, enabled: arrival !== null },
  )
  const text = JSON.stringify(toSavedStay({ ...props, arrival: way }))
  useEffect(() => {
    const follow = async () => {
      if (!canSaveOffline()) return
      try {
        const found = await isStaySaved(uuid)
        if (found) await (expected ? saveStay(JSON.parse(text) as SavedStay) : deleteStay(uuid))
        setKept(found && expected)
      } catch {
        // The browser refuses to store anything, so the page shows no button to save the stay.
      }
    }
    void follow()
  }, [uuid, expected, text])
  if (kept === null || !expected) return null

  const act = async (work: () => Promise<unknown>, next: boolean) => {
    setBusy(true)
    setFailed(null)
    try {
      await work()
      setKept(next)
      announce(next ? 'Saved.' : 'Removed.')
    } catch {
      setFailed(NOT_SAVED)
    }
    setBusy(false)
  }
  const keep = async () => {
    await saveSite()
    await saveStay(JSON.parse(text) as SavedStay)
  }
  return (
    <div className="keep-stay">
      <p className="note">
        {kept ? (
          <>
            <Text>
              Saved on this {device()} until {formatDay(event.endDateDate)}: the dates, the notes for the
              gate, who to call and the directions. On the days of the retreat, also the buttons that tell us
              where you are. Find them at
            </Text>{' '}
            <a href={paths.offline}>what’s saved</a>
            <Text>, or with this page’s link.</Text>
          </>
        ) : (
          `The signal ends before the gate. Save the dates, the notes for the gate, who to call and the directions on this ${device()} until the retreat is over. Nothing about health is saved.`
        )}
      </p>
      <Button
        look="plain"
        busy={busy}
        onClick={() => void (kept ? act(() => deleteStay(uuid), false) : act(keep, true))}
      >
        {kept ? 'Remove it' : `Save this on my ${device()}`}
      </Button>
      <FailureAlert failed={failed} />
    </div>
  )
}

function toSavedStay({ reservation, dates, gateNotes, arrival }: SaveStayProps): SavedStay {
  const { uuid, event, eventName, hostPhone, attendeeToken } = reservation
  return {
    uuid,
    eventName,
    dates,
    from: event.startDateDate,
    until: event.endDateDate,
    way: arrival && {
      leftPavementAt: arrival.leftPavementAt,
      hereAt: arrival.hereAt,
      hereBy: arrival.hereBy,
    },
    gateNotes,
    host: event.host,
    hostPhone,
    directions: directionsPath(attendeeToken),
  }
}
