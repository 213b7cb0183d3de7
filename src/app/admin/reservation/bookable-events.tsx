/**
 * The events for which an admin can sign a guest up, and the form that asks before it overbooks a full event.
 */
import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type EventSummary, listEvents } from '#domain/events/contract/events.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import type { Failed } from '#shared/client.ts'
import { plural } from '#shared/text.ts'
import { describeUnpublished } from '#app/admin/drafts/draft-mark.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { ApiForm } from '#app/ui/form.tsx'
import { CloseRow, DialogQuery } from '#app/ui/dialog-query.tsx'

export type Bookable = Pick<
  EventSummary,
  | 'id'
  | 'name'
  | 'urlName'
  | 'startDateDate'
  | 'endDateDate'
  | 'cost'
  | 'spots'
  | 'reservedSpots'
  | 'spotsLeft'
  | 'isFull'
  | 'offersChoices'
  | 'unpublished'
>

/** The largest number of events in the select field. It is enough for more than two years of retreats. */
const EVENTS = 100

interface BookableEventsProps {
  except?: number
  children: (events: [Bookable, ...Bookable[]]) => ReactNode
}

export function BookableEvents({ except, children }: BookableEventsProps) {
  return (
    <DialogQuery
      endpoint={listEvents}
      input={{ query: { when: 'current', limit: EVENTS } }}
      loading="Loading events"
      failed="The events could not be loaded"
    >
      {({ events }) => {
        const [first, ...others] = events.filter((event) => takesGuests(event) && event.id !== except)
        if (first) return children([first, ...others])
        return (
          <>
            <p>No event takes guests right now.</p>
            <CloseRow />
          </>
        )
      }}
    </DialogQuery>
  )
}

/** Returns true if an admin can sign guests up for the event. */
export const takesGuests = ({ cancelled, hasEnded }: Pick<EventSummary, 'cancelled' | 'hasEnded'>) =>
  !cancelled && !hasEnded

/**
 * Returns the labels for a select field of events, keyed by the event's index in the list. Ids would not work
 * as keys, because JavaScript sorts numeric keys.
 */
export const eventOptions = (events: Bookable[]) => Object.fromEntries(events.map(describeEvent).entries())

export const chosenEvent = (events: [Bookable, ...Bookable[]], place: string): Bookable =>
  events[Number(place)] ?? events[0]

function describeEvent({
  name,
  startDateDate,
  endDateDate,
  spotsLeft,
  isFull,
  unpublished,
}: Bookable): string {
  const spots = isFull ? 'full' : `${plural(spotsLeft, 'spot')} left`
  const facts = [spots, unpublished && describeUnpublished(unpublished)].filter(Boolean)
  return `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}: ${facts.join(', ')}`
}

/** Says why the event is full: no spot is left, or no lodging (R37.4). */
export const describeFull = ({ spots, reservedSpots, isFull }: Bookable): string =>
  isFull && reservedSpots < spots
    ? 'All lodging is taken, or held for guests who have not chosen yet.'
    : `${reservedSpots} of ${spots} spots are taken.`

/**
 * Returns true if the API refused a sign-up because the event is full or a chosen option is sold out. An
 * admin may then overbook.
 */
export const asksToOverbook = (refusal: Pick<Failed, 'code'> | null): boolean =>
  refusal?.code === 'event_full' || refusal?.code === 'option_sold_out'

type OverbookableFormProps<Values extends FieldValues, Checked> = ComponentProps<
  typeof ApiForm<Values, Checked>
> & {
  /** The question that the form shows above its overbook button if the event or an option is full. */
  question: ReactNode
  /** The title of that question if the event is full. */
  fullTitle?: string | undefined
}

/** Scrolls the form's buttons into view, because the question above them can push them out of the dialog. */
const showButtons = (question: HTMLElement | null) =>
  question?.nextElementSibling?.scrollIntoView({ block: 'nearest' })

/**
 * Renders a form that takes a spot. If no spot is left, the form asks the admin, and its button then
 * overbooks the event.
 */
export function OverbookableForm<Values extends FieldValues, Checked>(
  props: OverbookableFormProps<Values, Checked>,
) {
  const { form, does, question, fullTitle = 'No spaces left', children, ...frame } = props
  const full = asksToOverbook(form.refusal)
  return (
    <ApiForm
      className="book-dialog"
      {...frame}
      form={full ? { ...form, refusal: null } : form}
      does={full ? 'Overbook' : does}
    >
      {children}
      {full && (
        <Alert
          tone="warn"
          title={form.refusal?.code === 'option_sold_out' ? 'Sold out' : fullTitle}
          text={question}
          ref={showButtons}
        />
      )}
    </ApiForm>
  )
}
