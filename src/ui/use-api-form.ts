/** One form that sends one call: the contract's schema in the browser, the server's errors at their fields. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { type Failed, inputArgs, isOutdated } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { useDialogAround } from './dialog.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { COMMON_FAILURES } from '#shared/failures.ts'
import { sessionDraft } from './session-draft.ts'
import { useApiMutation } from './api.tsx'
import {
  type CheckedForm,
  type CheckedFormOptions,
  type Names,
  summaryIdOf,
  useCheckedForm,
} from './use-checked-form.ts'

export interface ApiFormOptions<
  E extends Endpoint,
  Values extends FieldValues,
  Checked,
> extends CheckedFormOptions<Values, Checked> {
  /** The input that is sent; `version` is the one that was seen when the form was opened. */
  toInput: (checked: Checked, seen: { version: number; values: Values }) => InputOf<E>
  /**
   * The version of what is changed, as the page shows it now. The form names the one it was opened with; only after a
   * refusal that made the page show a newer one does that count.
   */
  version?: number
  /** The name of a draft in this tab's session storage: a reload loses nothing (R17.9). */
  draft?: string
  /** Fields of the draft that are not kept, such as a password. */
  unkept?: readonly Names<Values>[]
  /** Fields of the server's that have another name here. */
  fieldOf?: Record<string, Names<Values>>
  invalidates?: readonly Endpoint[]
  /** Nothing was done, since things are no longer as they were seen: the page is to be read again. */
  onOutdated?: (failed: Failed) => void
  /** Says more of a refusal, such as the next step. */
  explain?: (failed: Failed) => Failed
  /** A dialog around the form is closed by then. Until what it gives is settled, such as the way to another page, nothing is sent again. */
  onDone: (reply: ReplyOf<E>, checked: Checked) => void | Promise<void>
}

interface KeptDraft<Values> {
  values: Values
  /** The values that the form began with. */
  opened: { version: number; values: Values }
}

export interface ApiForm<Values extends FieldValues, Checked = unknown> extends Pick<
  CheckedForm<Values, Checked>,
  'form' | 'field' | 'check' | 'problems'
> {
  submit: () => Promise<void>
  busy: boolean
  /** The refusal of the last try, but for what stands at the fields. */
  refusal: Failed | null
  /** The id of the summary of the problems, which takes the focus; null in a dialog, where the first wrong field does. */
  summaryId: string | null
  dirty: boolean
  /** The draft from before a reload is here again. */
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
  const { prefix, values, version = 0, fieldOf = {} } = options
  const { form, check, field, problems, setRefused, setErrors } = useCheckedForm(options)
  const { isDirty, submitCount } = form.formState
  const mutation = useApiMutation(endpoint, { invalidates: options.invalidates ?? [] })
  const [opened, showOpened] = useState({ version, values })
  // A submit goes by these, also one that follows a change at once.
  const known = useRef(opened)
  const setOpened = (next: typeof opened) => {
    known.current = next
    showOpened(next)
  }
  // Refused, since things are no longer as the form knows them: a submit goes by what the page shows by then.
  const outdated = useRef(false)
  const [finishing, setFinishing] = useState(false)
  const { restored, forget, drop } = useDraft({ ...options, form, known, setOpened })
  const letGo = useLeaveGuard({ unsaved: isDirty, onLeave: forget })
  const busy = mutation.busy || finishing
  const dialog = useDialogAround({ dirty: isDirty, busy })
  const close = dialog?.close ?? null
  const summaryId = summaryIdOf(prefix)

  const send = async (checked: Checked) => {
    if (finishing) return
    if (outdated.current) setOpened({ ...known.current, version })
    outdated.current = false
    const input = options.toInput(checked, known.current)
    const answer = await mutation.send(...inputArgs(endpoint, input))
    if (answer === null) return
    if (answer.ok) {
      forget()
      letGo()
      setFinishing(true)
      dialog?.done()
      await options.onDone(answer.data, checked)
      return setFinishing(false)
    }
    setErrors(
      Object.fromEntries(
        Object.entries(answer.fields).map(([name, message]) => [fieldOf[name] ?? name, message]),
      ),
    )
    setRefused(true)
    outdated.current = isOutdated(answer)
    if (outdated.current) options.onOutdated?.(answer)
  }
  const dismiss = () => {
    outdated.current = false
    mutation.reset()
  }
  const told = problems.length > 0 && isToldAtFields(mutation.failed)
  const refusal = told ? null : mutation.failed && (options.explain?.(mutation.failed) ?? mutation.failed)
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
    // Mostly filled in about somebody else: browsers offer nothing, unless the field says what is wanted.
    field: (name) => ({ ...field(name), autoComplete: 'off' }),
    submit: () => form.handleSubmit(send, () => setRefused(true))(),
    busy,
    refusal,
    problems,
    summaryId: close ? null : summaryId,
    dirty: isDirty,
    restored,
    startOver: () => {
      dismiss()
      setOpened({ version, values })
      drop()
    },
    dismiss,
    opened,
    rebase: (next, mine) => {
      dismiss()
      setOpened(next)
      form.reset(next.values as DefaultValues<Values> & Values)
      fill(form, mine)
    },
    close,
  }
}

/** The summary and the fields say it all: the server's words are the usual ones, or those at the fields. */
function isToldAtFields(failed: Failed | null): boolean {
  if (failed?.code !== 'invalid') return false
  const atFields = Object.values(failed.fields)
  const { message } = failed
  return (
    message === COMMON_FAILURES.invalid[1] ||
    (atFields.length > 0 && atFields.every((words) => message.includes(words)))
  )
}

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
  /** The values that the form began with. */
  known: RefObject<KeptDraft<Values>['opened']>
  setOpened: (opened: KeptDraft<Values>['opened']) => void
}

/** The kept draft of a form by its name: for a page that asks whether there is one, or drops it. */
export const formDraft = (name: string) => sessionDraft(`form:${name}`, z.unknown())

/** Keeps what is typed, and finds it again once the page is there: the server cannot know this tab's storage. */
function useDraft<Values extends FieldValues, Checked>(options: DraftOptions<Values, Checked>) {
  const { form, values, draft, unkept = [], known, setOpened } = options
  const [restored, setRestored] = useState(false)
  const over = useRef(false)
  const keptAs = (typed: Values): Values => ({
    ...typed,
    ...Object.fromEntries(unkept.map((name) => [name, values[name]])),
  })
  const store = sessionDraft(
    `form:${draft}`,
    z.custom<KeptDraft<Values>>((kept) => isDraftOf(kept, values)),
  )
  const keep = useEffectEvent((typed: Values) => {
    if (draft === undefined || over.current) return
    const first = known.current
    if (sameValues(typed, first.values)) store.forget()
    else store.save({ values: keptAs(typed), opened: { ...first, values: keptAs(first.values) } })
  })
  const restore = useEffectEvent(() => {
    const kept = draft === undefined ? null : store.read()
    // What was typed before React was there.
    if (!kept) return keep(form.getValues())
    setOpened({ ...kept.opened, values: keptAs(kept.opened.values) })
    form.reset(known.current.values as DefaultValues<Values> & Values)
    fill(form, keptAs(kept.values))
    setRestored(true)
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
