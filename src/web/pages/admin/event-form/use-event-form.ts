/** The event form as a page holds it: what is typed, what it began with, and how saving went. */
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { checkUrlValid, type EventForAdmin } from '#features/events/contract/event.ts'
import type { EventInputSent } from '#features/events/contract/fields.ts'
import { URL_NAME_PATTERN, urlTakenWords } from '#features/events/rules.ts'
import { type Base, eventDraft } from '#features/events/ui/event-form/draft.ts'
import { follow, type Making } from '#features/events/ui/event-form/suggest.ts'
import {
  changedValues,
  checkEvent,
  EVENT_FIELDS,
  type EventField,
  type EventValues,
  valuesOf,
} from '#features/events/ui/event-form/values.ts'
import { isDay } from '#shared/days.ts'
import { paths } from '#web/paths.ts'
import { movesDays, saveEvent, type SaveFailure } from './event-requests.ts'
import { browserCall } from '#web/browser-call.ts'

export interface EventFormOptions {
  /** The name of its draft in the tab's storage. */
  draft: string
  making: Making
  /** The values that the form starts with. */
  start: EventValues
  /** The event that is edited; null for one that is not there yet. */
  saved: EventForAdmin | null
}

type Saving =
  | { at: 'typing' | 'busy' }
  | { at: 'failed'; failure: SaveFailure }
  | { at: 'stale'; theirs: EventForAdmin }

const resolver: Resolver<EventValues, unknown, EventInputSent> = (values) => {
  const checked = checkEvent(values)
  if (checked.ok) return { values: checked.input, errors: {} }
  const errors = Object.entries(checked.problems).map(([field, message]) => [
    field,
    { type: 'check', message },
  ])
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<EventValues> }
}

const daysIn = ({ startDateDate, endDateDate }: EventValues) => ({ start: startDateDate, end: endDateDate })

export function useEventForm({ draft, making, start, saved }: EventFormOptions) {
  const navigate = useNavigate()
  const kept = eventDraft(draft, start.password)
  const form = useForm<EventValues, unknown, EventInputSent>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: start,
  })
  const values = useWatch({ control: form.control }) as EventValues
  const [base, setBase] = useState<Base | null>(saved && { version: saved.version, values: start })
  const [saving, setSaving] = useState<Saving>({ at: 'typing' })
  const [restored, setRestored] = useState(false)
  const [tellGuests, setTellGuests] = useState(true)
  const [ready, setReady] = useState(false)
  const known = useRef(making.kind === 'copy' ? making.days : daysIn(start))
  const leaving = useRef(false)
  const url = useUrlCheck(values.urlName, saved?.id)
  const unsaved = changedValues(base?.values ?? start, values).length > 0

  const remember = (typed: EventValues) => {
    const { start: first, end: last } = daysIn(typed)
    known.current = {
      start: isDay(first) ? first : known.current.start,
      end: isDay(last) ? last : known.current.end,
    }
  }

  // The server cannot know this tab's storage: it is read once the page is there.
  const restore = useEffectEvent(() => {
    const found = kept.read()
    setReady(true)
    if (!found || (saved && !found.base)) return
    remember(found.values)
    form.reset(found.values)
    if (found.base) setBase(found.base)
    setRestored(true)
  })
  useEffect(() => queueMicrotask(restore), [])
  useEffect(() => {
    if (!ready || leaving.current) return
    if (unsaved) kept.keep({ values, base })
    else kept.forget()
  })

  /** A field that others follow while they are as proposed. */
  const followed = (field: 'name' | 'startDateDate' | 'endDateDate') => {
    const registered = form.register(field)
    return {
      ...registered,
      onChange: async (event: ChangeEvent<HTMLInputElement>) => {
        const before = form.getValues()
        const after = { ...before, [field]: event.target.value }
        const changes = follow({ before, after, known: known.current }, making)
        remember({ ...after, ...changes })
        await registered.onChange(event)
        for (const [name, value] of Object.entries(changes)) {
          const shown = form.formState.errors[name as EventField] !== undefined
          form.setValue(name as EventField, value, { shouldValidate: shown })
        }
      },
    }
  }

  const leave = () => {
    leaving.current = true
    kept.forget()
  }

  const fail = (failure: SaveFailure) => {
    setSaving({ at: 'failed', failure })
    for (const [field, message] of Object.entries(failure.fields))
      if (EVENT_FIELDS.includes(field as EventField)) form.setError(field as EventField, { message })
    if (failure.code === 'url_taken') url.taken()
  }

  const save = async (input: EventInputSent, from: Base | null) => {
    setSaving({ at: 'busy' })
    const typed = form.getValues()
    const outcome = await saveEvent({
      values: typed,
      input,
      edited: saved && from ? { event: saved, base: from } : null,
      // Guests who signed up since the form was opened are told too, though nobody could be asked about them then.
      tellGuests: tellGuests && saved !== null && movesDays(saved, typed),
    })
    if (outcome.kind === 'stale') return setSaving({ at: 'stale', theirs: outcome.theirs })
    if (outcome.kind === 'failed') return fail(outcome.failure)
    leave()
    await navigate(paths.event(outcome.event.urlName))
  }

  return {
    form,
    values,
    saved,
    making,
    url,
    unsaved,
    base,
    saving,
    restored,
    /** Whether other days are mailed to everybody who is coming. */
    tellGuests,
    setTellGuests,
    leaving,
    followed,
    leave,
    /** The problem of the address, in words for people. */
    urlProblem: url.state === 'taken' ? urlTakenWords(values.urlName) : undefined,
    save: (input: EventInputSent) => save(input, base),
    /** Saves what came of their version and mine on top of theirs; what is wrong with it then stands in the form. */
    saveMerged: async (merged: EventValues, theirs: EventForAdmin) => {
      const next = { version: theirs.version, values: valuesOf(theirs) }
      remember(merged)
      form.reset(merged)
      setBase(next)
      const checked = checkEvent(merged)
      if (checked.ok) return save(checked.input, next)
      setSaving({ at: 'typing' })
      await form.trigger()
    },
    backToTyping: () => setSaving({ at: 'typing' }),
    startOver: () => {
      kept.forget()
      form.reset(start)
      setBase(saved && { version: saved.version, values: start })
      setRestored(false)
    },
  }
}

export type EventFormState = ReturnType<typeof useEventForm>

/** `unknown`: it could not be asked; saving will tell. */
type Answer = 'free' | 'taken' | 'unknown'
export type UrlState = Answer | 'open' | 'malformed'

const PAUSE_MS = 250

async function ask(urlName: string, id: number | undefined): Promise<Answer> {
  const found = await browserCall(checkUrlValid, { query: { urlName, id } })
  if (!found.ok) return 'unknown'
  return found.data ? 'free' : 'taken'
}

/**
 * Whether an event may have an address: asked on blur, and after a moment where the address was proposed; forgotten on
 * focus (R11.3). `id` is the event's own, which may keep its address.
 */
function useUrlCheck(urlName: string, id: number | undefined) {
  const [focused, setFocused] = useState(false)
  const [last, setLast] = useState<{ urlName: string; answer: Answer } | null>(null)
  const wellFormed = URL_NAME_PATTERN.test(urlName)
  const known = last?.urlName === urlName ? last.answer : null
  const due = wellFormed && !focused && known === null

  useEffect(() => {
    if (!due) return undefined
    let wanted = true
    const timer = setTimeout(async () => {
      const answer = await ask(urlName, id)
      if (wanted) setLast({ urlName, answer })
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [due, urlName, id])

  const state: UrlState = wellFormed ? (known ?? 'open') : 'malformed'
  return {
    state,
    focus: () => {
      setFocused(true)
      setLast(null)
    },
    blur: () => setFocused(false),
    /** Asks now, for a press that came before the answer. */
    settle: async (): Promise<UrlState> => {
      if (state !== 'open') return state
      const answer = await ask(urlName, id)
      setLast({ urlName, answer })
      return answer
    },
    /** The server refused it when saving. */
    taken: () => setLast({ urlName, answer: 'taken' }),
  }
}
