/**
 * A form that sends one API call. It validates with the contract's schema and shows the server's errors at the
 * fields.
 */
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
  /** Returns the call's input. `version` is the version when the form was opened. */
  toInput: (checked: Checked, seen: { version: number; values: Values }) => InputOf<E>
  /**
   * The record's version that the page shows now. The form sends the version from when it was opened. After a
   * refusal, the page's newer version applies.
   */
  version?: number
  /** Name of a draft in this tab's session storage, so that a reload loses nothing (R17.9). */
  draft?: string
  /** Fields that the draft leaves out, such as a password. */
  unkept?: readonly Names<Values>[]
  /** Maps the server's field names to the form's, where they differ. */
  fieldOf?: Record<string, Names<Values>>
  invalidates?: readonly Endpoint[]
  /** Called if nothing was changed because the page shows an old state. The page should refetch. */
  onOutdated?: (failed: Failed) => void
  /** Adds to a refusal's message, for example the next step. */
  explain?: (failed: Failed) => Failed
  /**
   * Called after success. A surrounding dialog is closed by then. While the returned promise is pending, such as a
   * navigation, the form cannot be sent again.
   */
  onDone: (reply: ReplyOf<E>, checked: Checked) => void | Promise<void>
}

interface KeptDraft<Values> {
  values: Values
  /** The form's initial values. */
  opened: { version: number; values: Values }
}

export interface ApiForm<Values extends FieldValues, Checked = unknown> extends Pick<
  CheckedForm<Values, Checked>,
  'form' | 'field' | 'check' | 'problems'
> {
  submit: () => Promise<void>
  busy: boolean
  /** The refusal of the last attempt, unless the fields show it. */
  refusal: Failed | null
  /** Id of the error summary, which takes the focus. Null in a dialog, where the first invalid field does. */
  summaryId: string | null
  dirty: boolean
  /** Whether a draft from before a reload was restored. */
  restored: boolean
  /** Drops the typed values and takes those that the page shows now. */
  startOver: () => void
  /** Hides the refusal once it was handled elsewhere. */
  dismiss: () => void
  /** Replaces version and values after a conflict was resolved. */
  rebase: (opened: KeptDraft<Values>['opened'], values: Values) => void
  opened: KeptDraft<Values>['opened']
  /** Closes the surrounding dialog, and asks first. Null outside of one. */
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
  // A submit reads these from a ref, because it may follow a change before the next render.
  const known = useRef(opened)
  const setOpened = (next: typeof opened) => {
    known.current = next
    showOpened(next)
  }
  // Set after a refusal because of an old version. The next submit then sends the version that the page shows.
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
    // A dialog has few fields, all visible, so focusing the first invalid one replaces the summary.
    if (first && refusal === null) document.getElementById(close ? first.id : summaryId)?.focus()
  })
  // React Hook Form counts a submit once its errors are rendered.
  useEffect(() => {
    if (submitCount > 0) takeFocus()
  }, [submitCount])
  return {
    form,
    check,
    // Admins usually fill in another person's data, so autofill is off unless the field asks for it.
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

/** Returns whether the summary and the fields already say everything in the server's message. */
function isToldAtFields(failed: Failed | null): boolean {
  if (failed?.code !== 'invalid') return false
  const atFields = Object.values(failed.fields)
  const { message } = failed
  return (
    message === COMMON_FAILURES.invalid[1] ||
    (atFields.length > 0 && atFields.every((words) => message.includes(words)))
  )
}

/** Sets the fields one at a time, so that the form knows which ones differ from the initial values. */
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
  /** The form's initial values. */
  known: RefObject<KeptDraft<Values>['opened']>
  setOpened: (opened: KeptDraft<Values>['opened']) => void
}

/** Returns a form's saved draft by name, for a page that checks for one or drops it. */
export const formDraft = (name: string) => sessionDraft(`form:${name}`, z.unknown())

/** Saves typed values, and restores them after hydration, because the server cannot see this tab's storage. */
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
    // Saves values that were typed before React started.
    if (!kept) return keep(form.getValues())
    setOpened({ ...kept.opened, values: keptAs(kept.opened.values) })
    form.reset(known.current.values as DefaultValues<Values> & Values)
    fill(form, keptAs(kept.values))
    setRestored(true)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- text from before a reload is only in this tab
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

/** Returns whether a saved draft has every field of the form, with the same types. */
function isDraftOf(kept: unknown, values: FieldValues): boolean {
  const { values: typed, opened } = (kept ?? {}) as Partial<KeptDraft<FieldValues>>
  const fits = (some: FieldValues | undefined) =>
    some !== undefined && Object.entries(values).every(([name, value]) => typeof some[name] === typeof value)
  return fits(typed) && fits(opened?.values) && typeof opened?.version === 'number'
}
