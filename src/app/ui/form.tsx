/**
 * A form that sends one API call. It validates with the contract's schema, and shows the server's errors at
 * the fields. It never sends twice at the same time, keeps a draft, and warns before the user leaves.
 * `ApiForm` renders the frame of such a form.
 */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { type Failed, inputArgs, isOutdated } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { COMMON_FAILURES } from '#shared/failures.ts'
import { ErrorSummary, FailureAlert } from './alert.tsx'
import { useApiMutation } from './api.tsx'
import { Button, SubmitButton } from './button.tsx'
import {
  type CheckedForm,
  type CheckedFormOptions,
  type Names,
  summaryIdOf,
  useCheckedForm,
} from './checked-form.ts'
import { ConfirmDialog, useSurroundingDialog } from './dialog.tsx'
import { formDraft } from './draft.ts'
import { useLeaveGuard } from './leave-guard.tsx'

export interface ApiFormOptions<
  E extends Endpoint,
  Values extends FieldValues,
  Checked,
> extends CheckedFormOptions<Values, Checked> {
  toInput: (checked: Checked, seen: { version: number; values: Values }) => InputOf<E>
  /**
   * The version of the record that the page shows now. The form sends the version with which it opened. After
   * a refusal, it sends the newer version of the page.
   */
  version?: number
  /** The name of the form's draft. With a draft, a reload loses nothing that the user typed (R17.9). */
  draft?: string
  /** Names of fields that the form must not store in its draft, such as a password. */
  unkept?: readonly Names<Values>[]
  /**
   * Only for fields that have another name on the server: the form's name of the field, by the server's name.
   */
  fieldOf?: Record<string, Names<Values>>
  invalidates?: readonly Endpoint[]
  /**
   * Called if the server refused the form because the page shows outdated data. The page should then refetch
   * its data.
   */
  onOutdated?: (failed: Failed) => void
  /** Returns a refusal of the server with a longer message, for example with what the user can do next. */
  explain?: (failed: Failed) => Failed
  /**
   * Called after the form was sent successfully, when a surrounding dialog is already closed. The form cannot
   * be sent again until the returned promise resolves, for example after a navigation.
   */
  onDone: (reply: ReplyOf<E>, checked: Checked) => void | Promise<void>
}

interface Opened<Values> {
  version: number
  values: Values
}

export interface FormState<Values extends FieldValues, Checked = unknown> extends Pick<
  CheckedForm<Values, Checked>,
  'form' | 'field' | 'check' | 'problems'
> {
  submit: () => Promise<void>
  busy: boolean
  /** The server's refusal of the last attempt. Null if the fields already show it. */
  refusal: Failed | null
  /**
   * HTML id of the list of errors, which takes the focus. Null in a dialog, where the first invalid field
   * takes the focus.
   */
  summaryId: string | null
  dirty: boolean
  /** True if the form has restored a draft after a reload. */
  restored: boolean
  /** Discards the typed values, and shows the values that the page's record has now. */
  startOver: () => void
  /** Deletes the form's draft, because the user leaves the form without sending it. */
  discardDraft: () => void
  /** Hides the server's refusal after other code has handled it, such as the conflict dialog. */
  dismiss: () => void
  /** Replaces the form's version and values after the user has resolved a conflict. */
  rebase: (opened: Opened<Values>, values: Values) => void
  opened: Opened<Values>
  /**
   * Closes the surrounding dialog. Asks first if the form has unsaved values. Null if the form is not in a
   * dialog.
   */
  close: (() => void) | null
}

export function useApiForm<E extends Endpoint, Values extends FieldValues, Checked>(
  endpoint: E,
  options: ApiFormOptions<E, Values, Checked>,
): FormState<Values, Checked> {
  const { prefix, values, version = 0, fieldOf = {} } = options
  const { form, check, field, problems, setRefused, setErrors } = useCheckedForm(options)
  const { isDirty, submitCount } = form.formState
  const mutation = useApiMutation(endpoint, { invalidates: options.invalidates ?? [] })
  const [opened, showOpened] = useState({ version, values })
  // Submits must use the newest version and values, even if React has not rendered since they changed. So
  // they are also in a ref.
  const known = useRef(opened)
  const setOpened = (next: typeof opened) => {
    known.current = next
    showOpened(next)
  }
  // True after the server has refused an outdated version. The next submit then sends the version that the
  // page shows.
  const outdated = useRef(false)
  const [finishing, setFinishing] = useState(false)
  const draft = useDraft({ ...options, form, known, setOpened })
  const letGo = useLeaveGuard({ unsaved: isDirty, onLeave: draft.end })
  const busy = mutation.busy || finishing
  const dialog = useSurroundingDialog({ dirty: isDirty, busy })
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
      draft.end()
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
  const shownAtFields = problems.length > 0 && isShownAtFields(mutation.failed)
  const refusal = shownAtFields
    ? null
    : mutation.failed && (options.explain?.(mutation.failed) ?? mutation.failed)
  const focusProblem = useEffectEvent(() => {
    const [first] = problems
    // A form in a dialog is short and has no list of errors, so the first invalid field takes the focus.
    if (first && refusal === null) document.getElementById(close ? first.id : summaryId)?.focus()
  })
  // Focuses the errors after a failed submit. React Hook Form raises its count of submits when it renders the
  // errors.
  useEffect(() => {
    if (submitCount > 0) focusProblem()
  }, [submitCount])
  return {
    form,
    check,
    // Turns the browser's autofill off unless the field asks for it, because admins mostly type another
    // person's data.
    field: (name) => ({ ...field(name), autoComplete: 'off' }),
    submit: () => form.handleSubmit(send, () => setRefused(true))(),
    busy,
    refusal,
    problems,
    summaryId: close ? null : summaryId,
    dirty: isDirty,
    restored: draft.restored,
    startOver: () => {
      dismiss()
      setOpened({ version, values })
      draft.startOver()
    },
    discardDraft: draft.end,
    dismiss,
    opened,
    rebase: (next, mine) => {
      dismiss()
      setOpened(next)
      form.reset(next.values as DefaultValues<Values> & Values)
      setDirtyValues(form, mine)
    },
    close,
  }
}

/**
 * Returns true if the list of errors and the fields already show everything that the server's message says.
 */
function isShownAtFields(failed: Failed | null): boolean {
  if (failed?.code !== 'invalid') return false
  const atFields = Object.values(failed.fields)
  const { message } = failed
  return (
    message === COMMON_FAILURES.invalid[1] ||
    (atFields.length > 0 && atFields.every((words) => message.includes(words)))
  )
}

/**
 * Sets the values field by field, so that the form library knows which fields differ from the initial values.
 */
function setDirtyValues<Values extends FieldValues, Checked>(
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
  known: RefObject<Opened<Values>>
  setOpened: (opened: Opened<Values>) => void
}

/**
 * Saves typed values in a draft. Restores the draft after hydration, because the server cannot see this tab's
 * storage.
 */
function useDraft<Values extends FieldValues, Checked>(options: DraftOptions<Values, Checked>) {
  const { form, values, draft, unkept = [], known, setOpened } = options
  const [restored, setRestored] = useState(false)
  const ended = useRef(false)
  const withoutUnkept = (typed: Values): Values => ({
    ...typed,
    ...Object.fromEntries(unkept.map((name) => [name, values[name]])),
  })
  const stored = draft === undefined ? null : formDraft(draft, values)
  const save = useEffectEvent((typed: Values) => {
    if (ended.current) return
    const first = known.current
    if (sameValues(typed, first.values)) stored?.delete()
    else
      stored?.save({
        values: withoutUnkept(typed),
        opened: { ...first, values: withoutUnkept(first.values) },
      })
  })
  const restore = useEffectEvent(() => {
    const found = stored?.read()
    // There is no draft, so saves what the user typed before React started.
    if (!found) return save(form.getValues())
    setOpened({ ...found.opened, values: withoutUnkept(found.opened.values) })
    form.reset(known.current.values as DefaultValues<Values> & Values)
    setDirtyValues(form, withoutUnkept(found.values))
    setRestored(true)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- text from before a reload is only in this tab
    restore()
    return form.subscribe({ formState: { values: true }, callback: ({ values: typed }) => save(typed) })
  }, [form])
  return {
    restored,
    /**
     * Deletes the draft, because the user has sent or left the form. Later changes in the form create no
     * draft.
     */
    end: () => {
      ended.current = true
      stored?.delete()
    },
    /** Deletes the draft, and shows the values that the page's record has now. */
    startOver: () => {
      stored?.delete()
      form.reset(values as DefaultValues<Values> & Values)
      setRestored(false)
    },
  }
}

const sameValues = (one: FieldValues, other: FieldValues) =>
  Object.keys(other).every((name) => one[name] === other[name])

/**
 * Why the button of a form is disabled: the data that the user must see first is loading (`reading`), or has
 * failed to load.
 */
export type Closed = 'reading' | 'failed' | null

interface ApiFormProps<Values extends FieldValues, Checked> {
  form: FormState<Values, Checked>
  label: string
  does: ReactNode
  /**
   * Set while the data that the user must see first is loading or has failed to load. If the user presses the
   * button during the loading, the form is sent when the data arrives. It is not sent if the button's label
   * has changed.
   */
  closed?: Closed
  /**
   * Label of the button that leaves the form, in a dialog or with `onCancel`. The button asks before it
   * discards changes.
   */
  cancel?: string
  onCancel?: (() => void) | undefined
  className?: string
  children: ReactNode
}

/**
 * Renders the frame of a form: the list of errors, the fields, the server's refusal, and the buttons to send
 * and to cancel.
 */
export function ApiForm<Values extends FieldValues, Checked>(props: ApiFormProps<Values, Checked>) {
  const { form, label, does, closed = null, className, children } = props
  const [asking, setAsking] = useState(false)
  const { onCancel } = props
  const cancel = () => {
    form.discardDraft()
    onCancel?.()
  }
  const leave = form.close ?? (onCancel && (() => (form.dirty ? setAsking(true) : cancel())))
  const [pressed, setPressed] = useState<ReactNode>(null)
  const goOn = useEffectEvent((now: Closed) => {
    if (pressed === null || now === 'reading') return
    setPressed(null)
    if (now === null && pressed === does) void form.submit()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the user pressed the button before the data had loaded
  useEffect(() => goOn(closed), [closed])
  return (
    <form
      noValidate
      method="post"
      className={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        // Stops the submit event, because React would pass it on to a form around the dialog.
        event.stopPropagation()
        if (closed === null) void form.submit()
        else if (closed === 'reading') setPressed(does)
      }}
    >
      {form.problems.length > 0 && form.summaryId !== null && (
        <ErrorSummary id={form.summaryId} problems={form.problems} />
      )}
      {children}
      <FailureAlert failed={form.refusal} title="Not done" />
      <div className="button-row">
        <SubmitButton busy={form.busy || pressed !== null} closed={closed === 'failed'} needsReact>
          {does}
        </SubmitButton>
        {leave && (
          <Button look="plain" onClick={form.busy ? undefined : leave}>
            {props.cancel ?? 'Cancel'}
          </Button>
        )}
      </div>
      {onCancel && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title="What you typed is not saved."
          keeps="Keep editing"
          does="Discard changes"
          onConfirm={() => {
            cancel()
            return Promise.resolve(null)
          }}
        >
          <p>You would lose your changes.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
