/** The state of the event form: its initial and typed values, and the progress of saving. */
import { type ChangeEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { checkUrlValid, type EventForAdmin, eventForAdmin } from '#domain/events/contract/event.ts'
import { createEvent, getEvent, updateEvent } from '#domain/booking/contract/event.ts'
import { listEvents } from '#domain/events/contract/events.ts'
import type { NamedRoom } from '#domain/events/domain/lodging.ts'
import type { EventInputSent } from '#domain/events/contract/fields.ts'
import type { EventStatus } from '#domain/events/domain/publication.ts'
import { URL_NAME_PATTERN, urlTakenMessage } from '#domain/events/domain/editing.ts'
import { follow, type FormPurpose } from '#app/admin/event-form/suggest-event-values.ts'
import { movesDays, useDateQuestions, useHouse } from '#app/admin/event-form/dates-check.tsx'
import { EVENT_LABELS, type EventField } from '#app/admin/event-form/labels.ts'
import {
  changesOf,
  checkEvent,
  type EventValues,
  type Problems,
  shownValue,
  valuesOf,
} from '#app/admin/event-form/values.ts'
import type { Call, Failed } from '#shared/client.ts'
import { isDay } from '#shared/days.ts'
import { useCall } from '#app/ui/api.tsx'
import { useApiForm } from '#app/ui/form.tsx'
import { useConflict } from '#app/ui/conflict-dialog.tsx'
import { paths } from '#app/paths.ts'

export interface EventFormOptions {
  /** Name under which the browser tab stores the unsaved form. */
  draft: string
  making: FormPurpose
  start: EventValues
  /** The event that the admin edits. Null for a new event. */
  saved: EventForAdmin | null
  /** True if the event has or had guests or waitlist entries. A published event then stays published. */
  hasGuests?: boolean
  /** The venue's rooms, which lodging can have. */
  rooms?: readonly NamedRoom[]
}

/** When visitors will see the event. Empty if saving does not change that; a new event is then published. */
export interface Publishing {
  status?: EventStatus
  /** An instant in ISO 8601. */
  publishAt?: string
}

interface Checked {
  values: EventValues
  input: EventInputSent
}

const formSchema = (taken: ReadonlySet<string>) =>
  z.custom<EventValues>().transform((values, context): Checked => {
    const checked = checkEvent(values)
    const problems: Problems = checked.ok ? {} : { ...checked.problems }
    if (taken.has(values.urlName)) problems.urlName = urlTakenMessage(values.urlName)
    for (const [field, message] of Object.entries(problems))
      context.addIssue({ code: 'custom', path: [field], message })
    return checked.ok ? { values, input: checked.input } : z.NEVER
  })

const NO_ROOMS: readonly NamedRoom[] = []

const daysIn = ({ startDateDate, endDateDate }: EventValues) => ({ start: startDateDate, end: endDateDate })

export function useEventForm({
  draft,
  making,
  start,
  saved,
  hasGuests = false,
  rooms = NO_ROOMS,
}: EventFormOptions) {
  const navigate = useNavigate()
  const call = useCall()
  const [tellGuests, setTellGuests] = useState(false)
  const known = useRef(making.kind === 'copy' ? making.days : daysIn(start))
  // What the pressed button does. A retry after a conflict does the same.
  const publishing = useRef<Publishing>({})
  const [taken] = useState(() => new Set<string>())
  const [rules] = useState(() => formSchema(taken))
  const state = useApiForm(saved ? updateEvent : createEvent, {
    prefix: 'event',
    schema: rules,
    values: start,
    labels: EVENT_LABELS,
    version: saved?.version ?? 0,
    draft: `event:${draft}`,
    unkept: ['password'],
    toInput: ({ values, input }: Checked, opened) => {
      const refuses = dates.refusesOverlap(values) ? { refuseOverlap: true } : {}
      if (!saved) {
        const made = { ...input, ...refuses, ...publishing.current }
        return { body: making.kind === 'copy' ? { ...made, copyPhotosOf: making.of } : made }
      }
      const changes = changesOf(opened.values, values, input)
      const tells = tellGuests && movesDays(saved, values) ? { tellGuests } : {}
      const { id } = saved
      const edit = { id, version: opened.version, ...tells, ...refuses, ...changes, ...publishing.current }
      return { body: { updateEventData: edit } }
    },
    onOutdated: (failed) => void onRefused(failed),
    onDone: ({ event }) => {
      const asksToTell = saved !== null && event.reservedSpots > 0 && movesDays(saved, event)
      void navigate((asksToTell ? paths.eventNewDates : paths.event)(event.urlName))
    },
  })
  const { form } = state
  const values = form.watch()
  const url = useUrlCheck({ urlName: values.urlName, id: saved?.id, taken })

  const dates = useDateQuestions({ values, saved, onAgreed: () => void send() })

  /** Saves the form as the pressed button says, unless the form must ask first. */
  const send = async () => {
    const typed = form.getValues()
    // The form shows its invalid fields before it asks anything.
    if (checkEvent(typed).ok && dates.asksAboutPast(typed)) return
    await state.submit()
  }
  const onRefused = async ({ code, message }: Failed) => {
    if (code === 'url_taken') url.taken()
    if (code === 'dates_taken') {
      state.dismiss()
      await dates.askAboutTaken(form.getValues(), message)
    }
    if (code === 'stale' && saved) await conflict.compare()
  }
  const hasDialog = (code: string | undefined) =>
    code === 'dates_taken' || (code === 'stale' && saved !== null && !conflict.unreadable)
  const remember = (typed: EventValues) => {
    const { start: first, end: last } = daysIn(typed)
    known.current = {
      start: isDay(first) ? first : known.current.start,
      end: isDay(last) ? last : known.current.end,
    }
  }
  const conflict = useConflict(state, {
    title: 'Someone else changed this event',
    does: saved && saved.status !== 'published' ? 'Save Event' : 'Update Event',
    labels: EVENT_LABELS,
    shown: (value, field) => shownValue(value, field, rooms),
    read: async () => {
      const now = saved && (await findAgain(call, saved))
      return now && { version: now.version, values: valuesOf(now) }
    },
    onMerged: remember,
  })
  const onRestored = useEffectEvent(() => remember(form.getValues()))
  useEffect(() => {
    if (state.restored) onRestored()
  }, [state.restored])

  /**
   * Returns the props of a field from which the form suggests other values. The suggestions stop once an
   * admin edits a suggested value.
   */
  const followed = (name: 'name' | 'startDateDate' | 'endDateDate') => {
    const field = state.field(name)
    const change = async (event: ChangeEvent<HTMLInputElement>) => {
      const before = form.getValues()
      const after = { ...before, [name]: event.target.value }
      const changes = follow({ before, after, known: known.current }, making)
      remember({ ...after, ...changes })
      await field.onChange(event)
      for (const [follower, value] of Object.entries(changes)) {
        const shown = form.formState.errors[follower as EventField] !== undefined
        form.setValue(follower as EventField, value, { shouldDirty: true, shouldValidate: shown })
      }
    }
    return { ...field, onChange: (event: ChangeEvent<HTMLInputElement>) => void change(event) }
  }
  return {
    ...state,
    // Hides errors that a dialog replaces. While that dialog loads, the error would take the focus and then
    // disappear.
    refusal: hasDialog(state.refusal?.code) ? null : state.refusal,
    values,
    saved,
    hasGuests,
    rooms,
    making,
    url,
    conflict: conflict.dialog,
    /** True if the admin wants the site to e-mail the new days to the guests. */
    tellGuests,
    setTellGuests,
    followed,
    urlProblem: url.state === 'taken' ? urlTakenMessage(values.urlName) : undefined,
    house: useHouse(values, saved),
    dateQuestion: dates.question,
    submit: async (how: Publishing) => {
      publishing.current = how
      await url.settle()
      await send()
    },
  }
}

export type EventFormState = ReturnType<typeof useEventForm>

/** Loads an event without its guests. Returns null if no event has this url name. */
async function findEvent(call: Call, eventUrlName: string): Promise<EventForAdmin | null> {
  const found = await call(getEvent, { query: { eventUrlName, guests: 0 } })
  if (!found.ok) return null
  return eventForAdmin.safeParse(found.data).data ?? null
}

/** Loads the newest version of an event, even if another admin has changed its url name. */
async function findAgain(call: Call, { id, urlName }: EventForAdmin): Promise<EventForAdmin | null> {
  const found = await findEvent(call, urlName)
  if (found?.id === id) return found
  const all = await call(listEvents, { query: {} })
  const renamed = all.ok && all.data.events.find((event) => event.id === id)
  return renamed ? findEvent(call, renamed.urlName) : null
}

/**
 * The result of the check whether a url name is free. `unknown` means that the check failed. The server
 * checks again when the admin saves.
 */
type Answer = 'free' | 'taken' | 'unknown'
export type UrlState = Answer | 'open' | 'malformed'

const PAUSE_MS = 250

async function ask(call: Call, urlName: string, id: number | undefined): Promise<Answer> {
  const found = await call(checkUrlValid, { query: { urlName, id } })
  if (!found.ok) return 'unknown'
  return found.data ? 'free' : 'taken'
}

interface UrlCheckOptions {
  urlName: string
  id: number | undefined
  /** Url names that belong to other events. The form's schema uses the same set. */
  taken: Set<string>
}

/**
 * Checks whether a url name is free when its field loses focus, or after a pause if the form suggested the
 * name. Never checks while the field has the focus (R11.3). `id` is the event in the form, which may keep its
 * own name.
 */
function useUrlCheck({ urlName, id, taken }: UrlCheckOptions) {
  const call = useCall()
  const [focused, setFocused] = useState(false)
  const [last, setLast] = useState<{ urlName: string; answer: Answer } | null>(null)
  const wellFormed = URL_NAME_PATTERN.test(urlName)
  const known = last?.urlName === urlName ? last.answer : null
  const due = wellFormed && !focused && known === null
  const learn = useCallback(
    (answer: Answer) => {
      if (answer === 'taken') taken.add(urlName)
      else taken.delete(urlName)
      setLast({ urlName, answer })
    },
    [urlName, taken],
  )

  useEffect(() => {
    if (!due) return undefined
    let wanted = true
    const timer = setTimeout(async () => {
      const answer = await ask(call, urlName, id)
      if (wanted) learn(answer)
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [due, urlName, id, call, learn])

  const state: UrlState = wellFormed ? (known ?? 'open') : 'malformed'
  return {
    state,
    focus: () => {
      setFocused(true)
      setLast(null)
    },
    blur: () => setFocused(false),
    /** Checks the url name immediately if the admin presses "Save" before an earlier check has ended. */
    settle: async (): Promise<UrlState> => {
      if (state !== 'open') return state
      const answer = await ask(call, urlName, id)
      learn(answer)
      return answer
    },
    taken: () => learn('taken'),
  }
}
