/** One form that sends one call: the contract's schema in the browser, the server's errors at their fields. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import { z } from 'zod'
import type { Failed } from '#shared/client.ts'
import { COMMON_FAILURES } from '#shared/failure.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { useDialogAround } from './dialog.tsx'
import type { Problem } from './error-summary.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { sessionDraft } from './session-draft.ts'
import { useApiMutation } from './use-api-mutation.ts'

type Names<Values> = Extract<keyof Values, string>

interface ApiFormOptions<E extends Endpoint, Values extends FieldValues, Checked> {
  /** What the ids of the fields begin with. */
  prefix: string
  /** The form's rules, mostly the endpoint's own: they make of what was typed what `toInput` takes. */
  schema: z.ZodType<Checked, unknown>
  /** The values that the form begins with, as typed. */
  values: Values
  /** The fields' labels, in the order of the page. */
  labels: Partial<Record<Names<Values>, string>>
  /** What is sent; `version` is the one that was seen when the form was opened. */
  toInput: (checked: Checked, seen: { version: number; values: Values }) => InputOf<E>
  /**
   * The version of what is changed, as the page shows it now. The form names the one it was opened with; only after a
   * refusal that made the page show a newer one does that count.
   */
  version?: number
  /** The key of a draft in this tab's session storage: a reload loses nothing (R17.9). */
  draft?: string
  /** Fields of the draft that are not kept, such as a password. */
  unkept?: readonly Names<Values>[]
  /** Fields of the server's that have another name here. */
  fieldOf?: Record<string, Names<Values>>
  /** What was changed makes these outdated. */
  invalidates?: readonly Endpoint[]
  /** Nothing was done, since things are no longer as they were seen: the page is to be read again. */
  onOutdated?: (failed: Failed) => void
  /** Until what it gives is settled, such as the way to another page, nothing is sent again. */
  onDone: (reply: ReplyOf<E>, checked: Checked) => void | Promise<void>
}

interface KeptDraft<Values> {
  values: Values
  /** What the form began with. */
  opened: { version: number; values: Values }
}

export interface ApiForm<Values extends FieldValues, Checked = unknown> {
  form: UseFormReturn<Values, unknown, Checked>
  /** The props of a text field, a list or a date. */
  field: (name: Names<Values>) => ReturnType<ApiForm<Values>['check']> & { label: string }
  /** The same without the label, for a box with a sentence beside it. */
  check: (
    name: Names<Values>,
  ) => { id: string; error: string | undefined } & ReturnType<UseFormReturn<Values>['register']>
  submit: () => Promise<void>
  busy: boolean
  /** Why the last try was refused, but for what stands at the fields. */
  refusal: Failed | null
  problems: Problem[]
  /** The id of the summary of the problems, which takes the focus; null in a dialog, where the first wrong field does. */
  summaryId: string | null
  dirty: boolean
  /** What was typed before a reload is here again. */
  restored: boolean
  /** Drops what was typed, for what the page shows now. */
  startOver: () => void
  /** Takes the refusal away, once it has been answered elsewhere. */
  dismiss: () => void
  /** Another version counts from now on, and what stands in it: the answer to a conflict. */
  rebase: (opened: KeptDraft<Values>['opened'], values: Values) => void
  opened: KeptDraft<Values>['opened']
  /** Closes the dialog around the form, asking first; null outside of one. */
  close: (() => void) | null
}

export function useApiForm<E extends Endpoint, Values extends FieldValues, Checked>(
  endpoint: E,
  options: ApiFormOptions<E, Values, Checked>,
): ApiForm<Values, Checked> {
  const { prefix, schema, values, labels, version = 0, fieldOf = {} } = options
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(schema as never) as unknown as Resolver<Values, unknown, Checked>,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Values>,
  })
  const { errors, isDirty, submitCount } = form.formState
  const mutation = useApiMutation(endpoint, { invalidates: options.invalidates ?? [] })
  const [opened, showOpened] = useState({ version, values })
  // What a submit goes by, also one that follows a change at once.
  const known = useRef(opened)
  const setOpened = (next: typeof opened) => {
    known.current = next
    showOpened(next)
  }
  const [refused, setRefused] = useState(false)
  const [finishing, setFinishing] = useState(false)
  const { restored, forget, drop } = useDraft({ ...options, form, opened, onRestored: setOpened })
  const letGo = useLeaveGuard({ unsaved: isDirty, onLeave: forget })
  const busy = mutation.busy || finishing
  const close = useDialogAround({ dirty: isDirty, busy })
  const summaryId = `${prefix}-problems`

  const outdated = mutation.failed !== null && isOutdated(mutation.failed)
  const errorOf = (name: string) => (get(errors, name) as FieldError | undefined)?.message
  const idOf = (name: string) => `${prefix}-${name}`

  const send = async (checked: Checked) => {
    if (finishing) return
    const counting = outdated ? { ...known.current, version } : known.current
    setOpened(counting)
    const input = options.toInput(checked, counting)
    const answer = await mutation.send(...([input] as never))
    if (answer === null) return
    if (answer.ok) {
      forget()
      letGo()
      setFinishing(true)
      await options.onDone(answer.data, checked)
      return setFinishing(false)
    }
    for (const [name, message] of Object.entries(answer.fields)) {
      const here = fieldOf[name] ?? name
      if (here in values) form.setError(here as Path<Values>, { message })
    }
    setRefused(true)
    if (isOutdated(answer)) options.onOutdated?.(answer)
  }
  const check = (name: Names<Values>) => ({
    id: idOf(name),
    error: errorOf(name),
    ...form.register(name as unknown as Path<Values>),
  })
  const problems = !refused
    ? []
    : Object.keys(labels).flatMap((name): Problem[] => {
        const message = errorOf(name)
        return message ? [{ id: idOf(name), label: labels[name as Names<Values>] ?? name, message }] : []
      })
  // The summary says the usual words already, the fields the rest.
  const told = mutation.failed?.message === COMMON_FAILURES.invalid[1] && problems.length > 0
  const refusal = told ? null : mutation.failed
  const takeFocus = useEffectEvent(() => {
    const [first] = problems
    // In a dialog the fields are few and in sight: the first wrong one is as good as a list of them.
    if (first && refusal === null) document.getElementById(close ? first.id : summaryId)?.focus()
  })
  // A submit is counted once its errors are on the page.
  useEffect(() => {
    if (submitCount > 0) takeFocus()
  }, [submitCount])
  return {
    form,
    check,
    field: (name) => ({ label: labels[name] ?? name, ...check(name) }),
    submit: () => form.handleSubmit(send, () => setRefused(true))(),
    busy,
    refusal,
    problems,
    summaryId: close ? null : summaryId,
    dirty: isDirty,
    restored,
    startOver: () => {
      mutation.reset()
      setOpened({ version, values })
      drop()
    },
    dismiss: mutation.reset,
    opened,
    rebase: (next, mine) => {
      mutation.reset()
      setOpened(next)
      form.reset(next.values as DefaultValues<Values> & Values)
      fill(form, mine)
    },
    close,
  }
}

/** Things are not as they were seen. */
const isOutdated = ({ status }: Failed) => status === 404 || status === 409

/** Changes the fields one by one, so that the form knows which are not as they were. */
function fill<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  values: Values,
): void {
  for (const [name, value] of Object.entries(values))
    form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
}

interface DraftOptions<Values extends FieldValues, Checked> {
  form: UseFormReturn<Values, unknown, Checked>
  values: Values
  draft?: string
  unkept?: readonly Names<Values>[]
  opened: KeptDraft<Values>['opened']
  onRestored: (opened: KeptDraft<Values>['opened']) => void
}

/** Keeps what is typed, and finds it again once the page is there: the server cannot know this tab's storage. */
function useDraft<Values extends FieldValues, Checked>(options: DraftOptions<Values, Checked>) {
  const { form, values, draft, unkept = [], opened, onRestored } = options
  const [restored, setRestored] = useState(false)
  const over = useRef(false)
  const known = useRef(opened)
  useEffect(() => {
    known.current = opened
  }, [opened])
  const keptAs = (typed: Values): Values => ({
    ...typed,
    ...Object.fromEntries(unkept.map((name) => [name, values[name]])),
  })
  const store = sessionDraft(
    `form:${draft}`,
    z.custom<KeptDraft<Values>>((kept) => isDraftOf(kept, values)),
  )
  const restore = useEffectEvent(() => {
    const kept = draft === undefined ? null : store.read()
    if (!kept) return
    known.current = { ...kept.opened, values: keptAs(kept.opened.values) }
    onRestored(known.current)
    form.reset(known.current.values as DefaultValues<Values> & Values)
    fill(form, keptAs(kept.values))
    setRestored(true)
  })
  const keep = useEffectEvent((typed: Values) => {
    if (draft === undefined || over.current) return
    const first = known.current
    if (sameValues(typed, first.values)) store.forget()
    else store.keep({ values: keptAs(typed), opened: { ...first, values: keptAs(first.values) } })
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what a reload has left is in this tab, unknown to the server
    restore()
    return form.subscribe({ formState: { values: true }, callback: ({ values: typed }) => keep(typed) })
  }, [form])
  return {
    restored,
    forget: () => {
      over.current = true
      if (draft !== undefined) store.forget()
    },
    drop: () => {
      if (draft !== undefined) store.forget()
      form.reset(values as DefaultValues<Values> & Values)
      setRestored(false)
    },
  }
}

const sameValues = (one: FieldValues, other: FieldValues) =>
  Object.keys(other).every((name) => one[name] === other[name])

/** A kept draft has every field of the form, of the same kind. */
function isDraftOf(kept: unknown, values: FieldValues): boolean {
  const { values: typed, opened } = (kept ?? {}) as Partial<KeptDraft<FieldValues>>
  const fits = (some: FieldValues | undefined) =>
    some !== undefined && Object.entries(values).every(([name, value]) => typeof some[name] === typeof value)
  return fits(typed) && fits(opened?.values) && typeof opened?.version === 'number'
}
