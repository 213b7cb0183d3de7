/** Loads data for a dialog each time the dialog opens, because the data may have changed since. */
import { type ReactNode, useEffect, useState } from 'react'
import { newAttempt } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import type { Closed } from './form.tsx'
import { Button } from './button.tsx'
import { useCloseDialog } from './dialog.tsx'
import { FailureAlert } from './alert.tsx'
import { LoadingRing } from './icons.tsx'
import { useApiQuery } from './use-api-query.ts'

interface DialogQueryProps<E extends Endpoint> {
  endpoint: E
  input: InputOf<E>
  /** Part of the query's key. The query is refetched when this number changes. */
  version?: number
  /** Label of the loading ring, which screen readers announce while the data loads. */
  loading: string
  failed?: string
  /**
   * Renders the loaded data. Until the newest data is loaded, `closed` says why a form's button must be
   * disabled.
   */
  children: (data: ReplyOf<E>, query: { refetch: () => void; closed: Closed }) => ReactNode
}

export function DialogQuery<E extends Endpoint>(props: DialogQueryProps<E>) {
  const [opened] = useState(newAttempt)
  const version = `${opened} ${props.version ?? ''}`
  const { data, pending, failed, stale, refetch } = useApiQuery(props.endpoint, props.input, { version })
  const close = useCloseDialog()
  const read = data !== null
  // Moves the focus from the dialog into the loaded content.
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

/** Focuses the dialog's first field, unless the user has moved the focus. */
function focusFirstField() {
  const { activeElement } = document
  if (activeElement !== document.body && !(activeElement instanceof HTMLDialogElement)) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}

export function CloseRow() {
  const close = useCloseDialog()
  return (
    <div className="button-row">
      <Button look="plain" onClick={close ?? undefined}>
        Close
      </Button>
    </div>
  )
}
