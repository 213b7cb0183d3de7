/** A read for a dialog, made anew each time it is opened: what an earlier opening has read may no longer be so. */
import { type ReactNode, useEffect, useState } from 'react'
import { newAttempt } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { Closed } from './api-form.tsx'
import { Button } from './button.tsx'
import { useDialogClose } from './dialog.tsx'
import { FailureAlert } from './alert.tsx'
import { LoadingRing } from './icons.tsx'
import { useApiQuery } from './use-api-query.ts'

interface DialogQueryProps<E extends Endpoint> {
  endpoint: E
  input: InputOf<E>
  /** A further part of the question: when it changes, it is asked again. */
  version?: number
  /** Said while the first answer is under way. */
  loading: string
  /** The title of what is said when it could not be read. */
  failed?: string
  /** There once it is read; `closed` for a form whose button waits for the newest answer. */
  children: (data: ReplyOf<E>, query: { refetch: () => void; closed: Closed }) => ReactNode
}

export function DialogQuery<E extends Endpoint>(props: DialogQueryProps<E>) {
  const [opened] = useState(newAttempt)
  const version = `${opened} ${props.version ?? ''}`
  const { data, pending, failed, stale, refetch } = useApiQuery(props.endpoint, props.input, { version })
  const close = useDialogClose()
  const read = data !== null
  // The way out had the focus while there was nothing else.
  useEffect(() => {
    if (read) focusFirstField()
  }, [read])
  return (
    <>
      {pending && <LoadingRing label={props.loading} />}
      <FailureAlert failed={failed} title={props.failed} onRetry={refetch} />
      {data !== null &&
        props.children(data, { refetch, closed: failed ? 'failed' : stale ? 'reading' : null })}
      {data === null && close && <CloseRow />}
    </>
  )
}

/** Puts the focus where a dialog that opens with its fields has it; a person who has gone elsewhere stays there. */
function focusFirstField() {
  const { activeElement } = document
  if (activeElement !== document.body && !(activeElement instanceof HTMLDialogElement)) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}

/** The way out of a dialog in which there is nothing to do. */
export function CloseRow() {
  const close = useDialogClose()
  return (
    <div className="button-row">
      <Button look="plain" onClick={close ?? undefined}>
        Close
      </Button>
    </div>
  )
}
