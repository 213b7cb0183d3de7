import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button, SubmitButton } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { ErrorSummary, FailureAlert } from './alert.tsx'
import type { ApiForm as FormState } from './use-api-form.ts'

/** The reason why a form's button waits: what it is decided on is read again, or could not be. */
export type Closed = 'reading' | 'failed' | null

interface ApiFormProps<Values extends FieldValues, Checked> {
  form: FormState<Values, Checked>
  label: string
  does: ReactNode
  /**
   * The facts that it is decided on are read again, or could not be. Pressed meanwhile it is sent once they stand, provided that the
   * button still says the same.
   */
  closed?: Closed
  /** The label of the button that leaves it, where there is one: within a dialog, or with `onCancel`. Something typed is asked about first. */
  cancel?: string
  onCancel?: (() => void) | undefined
  className?: string
  children: ReactNode
}

/** The frame of a form: what is wrong with it, its fields, why it was refused, and the two ways out. */
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
  // oxlint-disable-next-line react/set-state-in-effect -- the press is over once what it waited for is there
  useEffect(() => goOn(closed), [closed])
  return (
    <form
      noValidate
      method="post"
      className={className}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog may stand within another one on the page.
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
