import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, SubmitButton } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { ErrorSummary, FailureAlert } from './alert.tsx'
import type { ApiForm as FormState } from './use-api-form.ts'

/** Why a form's button is disabled: the data that the decision depends on is loading or failed to load. */
export type Closed = 'reading' | 'failed' | null

interface ApiFormProps<Values extends FieldValues, Checked> {
  form: FormState<Values, Checked>
  label: string
  does: ReactNode
  /**
   * Set while the data that the decision depends on is loading or failed to load. A press in the meantime is sent
   * once it is loaded, provided that the button's label is unchanged.
   */
  closed?: Closed
  /**
   * Label of the button that leaves the form. It shows in a dialog or with `onCancel`, and asks before it drops
   * changes.
   */
  cancel?: string
  onCancel?: (() => void) | undefined
  className?: string
  children: ReactNode
}

/** Renders a form's frame: error summary, fields, refusal, and the buttons to send and to cancel. */
export function ApiForm<Values extends FieldValues, Checked>(props: ApiFormProps<Values, Checked>) {
  const { form, label, does, closed = null, cancel = 'Cancel', className, children } = props
  const [asking, setAsking] = useState(false)
  const { onCancel } = props
  const cancelled = onCancel && (() => (form.dirty ? setAsking(true) : onCancel()))
  const leave = form.close ?? cancelled
  const [pressed, setPressed] = useState<ReactNode>(null)
  const goOn = useEffectEvent((now: Closed) => {
    if (pressed === null || now === 'reading') return
    setPressed(null)
    if (now === null && pressed === does) void form.submit()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the press is done once the awaited data is loaded
  useEffect(() => goOn(closed), [closed])
  return (
    <form
      noValidate
      method="post"
      className={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles the submit of a dialog's form to the form around it in the tree.
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
            {cancel}
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
            onCancel()
            return Promise.resolve(null)
          }}
        >
          <p>Your changes would be gone.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
