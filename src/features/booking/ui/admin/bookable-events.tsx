/** The events that somebody can be booked for now, how they are chosen among, and what is asked where there is no spot. */
import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type EventSummary, listEvents } from '#features/events/contract/events.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import type { Failed } from '#shared/client.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiForm } from '#ui/api-form.tsx'
import { CloseRow, DialogQuery } from '#ui/dialog-query.tsx'

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
  | 'isFull'
  | 'offersChoices'
>

/** More than two years of retreats. */
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
      failed="The events could not be read"
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

/** Guests can still be booked for the event. */
export const takesGuests = ({ cancelled, hasEnded }: Pick<EventSummary, 'cancelled' | 'hasEnded'>) =>
  !cancelled && !hasEnded

/** The options of a list: by their place, since a list by their ids would lose its order. */
export const eventOptions = (events: Bookable[]) => Object.fromEntries(events.map(eventWords).entries())

export const chosenEvent = (events: [Bookable, ...Bookable[]], place: string): Bookable =>
  events[Number(place)] ?? events[0]

const eventWords = ({ name, startDateDate, endDateDate }: Bookable) =>
  `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}`

/** Why an event is full, before the question whether to overbook it: with spots left it is for want of lodging (R37.4). */
export const fullWords = ({ spots, reservedSpots, isFull }: Bookable): string =>
  isFull && reservedSpots < spots
    ? 'All lodging is taken, or kept for guests who have yet to choose.'
    : `${reservedSpots} of ${spots} spots are taken.`

/** A refusal that an admin may override: the event is full, or what was chosen is sold out. */
export const asksToOverbook = (refusal: Pick<Failed, 'code'> | null): boolean =>
  refusal?.code === 'event_full' || refusal?.code === 'option_sold_out'

type OverbookableFormProps<Values extends FieldValues, Checked> = ComponentProps<
  typeof ApiForm<Values, Checked>
> & {
  /** The question before it is overbooked, where that is the refusal. */
  question: ReactNode
}

/** The question has pushed the buttons below it out of a dialog that scrolls. */
const showButtons = (question: HTMLElement | null) =>
  question?.nextElementSibling?.scrollIntoView({ block: 'nearest' })

/** A form that takes a spot: refused for want of one, it asks, and its button overbooks. */
export function OverbookableForm<Values extends FieldValues, Checked>(
  props: OverbookableFormProps<Values, Checked>,
) {
  const { form, does, question, children, ...frame } = props
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
          title={form.refusal?.code === 'option_sold_out' ? 'Sold out' : 'No spaces left'}
          text={question}
          ref={showButtons}
        />
      )}
    </ApiForm>
  )
}
