/**
 * Checks the dates in the event form: shows what else is on them while the admin types (R61.3), and asks before it
 * saves an overlap or dates that have passed (R61.4, R61.5).
 */
import { useEffect, useRef, useState } from 'react'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import { hasEnded, hasHappened } from '#domain/events/rules.ts'
import { type HouseEntry, listHouse, MOST_DAYS } from '#domain/house/contract.ts'
import { sharesNight, type StayDays } from '#domain/house/rules.ts'
import { describeUnpublished } from '#app/admin/drafts/draft-mark.tsx'
import { addDays, type Day, isDay, ranchDay } from '#shared/days.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import { useCall } from '#app/ui/api.tsx'
import { ConfirmDialog } from '#app/ui/dialog.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import type { EventValues } from './values.ts'

type Dated = Pick<EventValues, 'startDateDate' | 'endDateDate'>

export function movesDays(saved: EventForAdmin, typed: Dated): boolean {
  return typed.startDateDate !== saved.startDateDate || typed.endDateDate !== saved.endDateDate
}

/** Returns the typed days, or null while one is missing or they are not in order. */
function stayOf({ startDateDate: start, endDateDate: end }: Dated): StayDays | null {
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null
}

/** The API limits the days of one request. No stay is that long, so its later days can wait until the admin saves. */
function inputFor({ start, end }: StayDays) {
  const latest = addDays(start, MOST_DAYS - 1)
  return { query: { from: start, to: end < latest ? end : latest } }
}

/** Input of the query while it is off. */
const NO_DAYS = { query: { from: '', to: '' } }

const overlapsIn = (entries: readonly HouseEntry[], stay: StayDays, saved: EventForAdmin | null) =>
  entries.filter((entry) => sharesNight(stay, entry) && !(entry.kind === 'event' && entry.id === saved?.id))

/** Milliseconds without typing after which the form asks the server. */
const PAUSE_MS = 250

/** Returns the value after it has not changed for a moment. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

const keyOf = ({ startDateDate, endDateDate }: Dated) => `${startDateDate} ${endDateDate}`

export type HouseState =
  | { is: 'off' | 'checking' | 'failed' }
  /** What shares a night with the typed days. */
  | { is: 'known'; overlaps: HouseEntry[] }

/** Finds what else is on the typed dates. `off` if the dates are incomplete, or the saved event already has them. */
export function useHouse(values: EventValues, saved: EventForAdmin | null): HouseState {
  const stay = stayOf(values)
  const isAsked = stay !== null && (saved === null || (movesDays(saved, values) && !saved.cancelled))
  const isPaused = usePaused(keyOf(values)) === keyOf(values)
  // Each request has its own days as its key. So a late reply about earlier dates never replaces a newer one.
  const { data, failed, stale } = useApiQuery(listHouse, stay ? inputFor(stay) : NO_DAYS, {
    enabled: isAsked && isPaused,
  })
  if (!isAsked) return { is: 'off' }
  if (isPaused && failed !== null) return { is: 'failed' }
  if (!isPaused || stale || data === null) return { is: 'checking' }
  return { is: 'known', overlaps: overlapsIn(data.entries, stay, saved) }
}

const STATE_WORDS = {
  off: '',
  checking: 'Looking up what else is on these dates …',
  failed: 'We could not look up what else is on these dates. Saving checks it again.',
} as const

/** Renders what else is on the typed dates. Screen readers read it when it changes, without losing the field. */
export function OnTheseDates({ house }: { house: HouseState }) {
  const overlaps = house.is === 'known' ? house.overlaps : []
  const words = house.is === 'known' ? 'Nothing else is on these nights.' : STATE_WORDS[house.is]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML allows no list inside an <output>
    <div role="status" className="form-wide form-house">
      {overlaps.length === 0 ? (
        <p className="note">
          <Text>{words}</Text>
        </p>
      ) : (
        <div key="overlaps" className="alert alert-warn">
          <p className="alert-title">Something else is on these dates:</p>
          <Entries of={overlaps} />
        </div>
      )}
    </div>
  )
}

/** What the list says about an entry that is no event of the site. */
const KINDS: Record<Exclude<HouseEntry['kind'], 'event'>, string> = { family: 'family calendar' }

function markOf({ kind, unpublished }: HouseEntry): string | null {
  if (kind !== 'event') return KINDS[kind]
  return unpublished ? describeUnpublished(unpublished) : null
}

const Entries = ({ of }: { of: readonly HouseEntry[] }) => (
  <ul className="dates-entries">
    {of.map((entry) => (
      <li key={`${entry.kind} ${entry.id}`}>
        <strong>
          <Verbatim>{entry.title}</Verbatim>
        </strong>
        <Text>
          {`, ${formatDayRangeShort(entry.start, entry.end)}`}
          {markOf(entry) !== null && ` (${markOf(entry)})`}
        </Text>
      </li>
    ))}
  </ul>
)

/** Why the form asks before it saves. */
type Question =
  | { about: 'over' | 'begun' }
  /** `message` is the server's refusal, which names the overlaps too. `overlaps` is empty if they could not be read. */
  | { about: 'taken'; overlaps: HouseEntry[]; message: string }

/**
 * Returns what the form asks about the dates before it saves them: an upcoming event would suddenly be over, or have
 * begun. A mistyped year would close the sign-up, and the site would soon delete the waitlist.
 */
export function pastQuestion(saved: EventForAdmin | null, typed: Dated, today: Day): 'over' | 'begun' | null {
  const stay = stayOf(typed)
  if (saved === null || stay === null) return null
  if (hasEnded(stay.end, today)) return hasEnded(saved.endDateDate, today) ? null : 'over'
  return hasHappened(stay.start, today) && !hasHappened(saved.startDateDate, today) ? 'begun' : null
}

interface DateQuestions {
  values: EventValues
  saved: EventForAdmin | null
  /** Saves the form after the admin has agreed. */
  onAgreed: () => void
}

/** Asks about the dates before the form saves them. An answer is valid until the admin types other dates. */
export function useDateQuestions({ values, saved, onAgreed }: DateQuestions) {
  const call = useCall()
  const [asking, setAsking] = useState<Question | null>(null)
  const agreed = useRef<Partial<Record<Question['about'], string>>>({})
  const hasAgreed = (about: Question['about'], typed: Dated) => agreed.current[about] === keyOf(typed)
  return {
    /** Returns true if the form must refuse to save an overlap, because the admin has not agreed to it. */
    refusesOverlap: (typed: Dated): boolean =>
      !hasAgreed('taken', typed) && (saved === null || movesDays(saved, typed)),
    /** Opens a question about dates that have passed. Returns false if there is none, or the admin has agreed. */
    asksAboutPast: (typed: Dated): boolean => {
      const about = pastQuestion(saved, typed, ranchDay(new Date()))
      if (about === null || hasAgreed(about, typed)) return false
      setAsking({ about })
      return true
    },
    /** Opens the question after the server has refused to save an overlap. */
    askAboutTaken: async (typed: Dated, message: string) => {
      const stay = stayOf(typed)
      const found = stay && (await call(listHouse, inputFor(stay)))
      const overlaps = stay && found?.ok ? overlapsIn(found.data.entries, stay, saved) : []
      setAsking({ about: 'taken', overlaps, message })
    },
    /** The props of `DateQuestion`. */
    question: {
      asking,
      values,
      onClose: () => setAsking(null),
      onAgreed: () => {
        if (asking) agreed.current[asking.about] = keyOf(values)
        onAgreed()
      },
    },
  }
}

const TITLES: Record<Question['about'], string> = {
  over: 'These dates are over.',
  begun: 'This start date has passed.',
  taken: 'Something else is on these dates.',
}

interface DateQuestionProps {
  asking: Question | null
  values: Dated
  onClose: () => void
  onAgreed: () => void
}

/** Renders the open question about the dates, as a dialog. */
export const DateQuestion = ({ asking, values, onClose, onAgreed }: DateQuestionProps) => (
  <ConfirmDialog
    open={asking !== null}
    onClose={onClose}
    title={asking ? TITLES[asking.about] : ''}
    keeps="Back to the form"
    does="Save all the same"
    onConfirm={() => Promise.resolve(null)}
    onDone={onAgreed}
  >
    {asking && <QuestionText question={asking} values={values} />}
  </ConfirmDialog>
)

function QuestionText({ question, values }: { question: Question; values: Dated }) {
  if (question.about === 'taken')
    return question.overlaps.length > 0 ? (
      <>
        <Entries of={question.overlaps} />
        <p>Nothing is saved yet. Both can be on the same nights if the house has room for both.</p>
      </>
    ) : (
      <p>
        <Text>{question.message}</Text>
      </p>
    )
  return (
    <>
      <p>
        <strong>
          <Text>{formatDayRangeShort(values.startDateDate, values.endDateDate)}</Text>
        </strong>
      </p>
      <p>
        {question.about === 'over'
          ? 'The event moves to the past events, and nobody can sign up for it. The site deletes the waitlist and the guests’ details of an event that ended some time ago, within minutes and for good.'
          : 'The event counts as begun, so nobody can sign up for it.'}
      </p>
    </>
  )
}
