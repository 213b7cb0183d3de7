import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Failed } from '#shared/client.ts'
import { Alert, FailureAlert } from './alert.tsx'
import { Button, IconButton } from './button.tsx'
import { focusOnMount } from './focus.ts'
import { Text } from './text.tsx'

/** Why a dialog must stay open: it has unsaved input or a running request. */
interface OpenReason {
  dirty: boolean
  busy: boolean
}

export interface DialogProps extends Partial<OpenReason> {
  open: boolean
  /**
   * Called when the user wants to close the dialog by its button, by Escape or by a click outside. The dialog
   * stays open until the `open` prop is false.
   */
  onClose: () => void
  title: string
  /**
   * True if a click outside the dialog closes it (R17.4). `static` means that such a click does nothing, and
   * that the dialog has no close button.
   */
  backdrop?: true | 'static'
  /**
   * True if screen readers should announce the dialog's text immediately. The dialog's first button then gets
   * the focus.
   */
  alert?: boolean
  children: ReactNode
}

const FREE_TO_CLOSE: OpenReason = { dirty: false, busy: false }

interface SurroundingDialog {
  hold: (hold: OpenReason) => void
  /** Closes the dialog like its Cancel button: asks before it discards typed values. */
  close: () => void
  /** Closes the dialog without a question, because all values have been saved. */
  done: () => void
}

const DialogContext = createContext<SurroundingDialog | null>(null)

/**
 * Tells the surrounding dialog whether a form in it has unsaved input or a running request. Returns null
 * outside of a dialog.
 */
export function useSurroundingDialog({ dirty, busy }: OpenReason): Omit<SurroundingDialog, 'hold'> | null {
  const around = use(DialogContext)
  const hold = around?.hold
  // Reports unsaved input to the dialog in a layout effect. This is early enough, even if the user presses
  // Escape immediately after the first typed key.
  useLayoutEffect(() => {
    hold?.({ dirty, busy })
    return () => hold?.(FREE_TO_CLOSE)
  }, [hold, dirty, busy])
  return around
}

/**
 * Returns a function that closes the surrounding dialog like its Cancel button. Returns null outside of a
 * dialog.
 */
export const useCloseDialog = (): (() => void) | null => use(DialogContext)?.close ?? null

/** The open dialogs. The last one is on top of the others. */
const open: HTMLDialogElement[] = []

/**
 * Renders a modal dialog with a focus trap. Returns the focus when the dialog closes. The dialog stays open
 * while a request is running, and asks before it discards unsaved input. It needs React, so the button that
 * opens it must have the attribute `data-hydrate`.
 */
export function Dialog(props: DialogProps) {
  const { backdrop = true, alert = false, title, onClose, children } = props
  const [held, setHeld] = useState(FREE_TO_CLOSE)
  // The element that had the focus before the dialog asked about unsaved input. This element gets the focus
  // back after the question. Null while the dialog does not ask.
  const [asking, setAsking] = useState<{ before: Element | null } | null>(null)
  const dirty = props.dirty || held.dirty
  const busy = props.busy || held.busy
  const id = useId()
  const close = () => {
    if (busy) return
    if (asking) return stay()
    if (dirty) return setAsking({ before: document.activeElement })
    onClose()
  }
  const stay = () => {
    setAsking(null)
    if (asking?.before instanceof HTMLElement) asking.before.focus()
  }
  const latest = useRef({ close, done: onClose })
  useLayoutEffect(() => {
    latest.current = { close, done: onClose }
  })
  const around = useMemo(
    () => ({ hold: setHeld, close: () => latest.current.close(), done: () => latest.current.done() }),
    [],
  )
  const { dialog, ...events } = useShown({ open: props.open, backdrop: backdrop === true, onAsked: close })
  if (asking && !(props.open && dirty)) setAsking(null)
  return (
    <dialog
      ref={dialog}
      className="dialog on-sheet"
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={alert ? `${id}-text` : undefined}
      {...events}
    >
      {props.open && (
        <DialogContext value={around}>
          <div className="dialog-body">
            <div className="dialog-head">
              <h2 id={`${id}-title`}>
                <Text>{title}</Text>
              </h2>
              {backdrop === true && <IconButton label="Close" icon="close" onClick={close} />}
            </div>
            <div id={`${id}-text`}>{children}</div>
            {/* Asks inside the dialog before it discards unsaved input. */}
            {asking && (
              <Alert tone="warn" title="What you typed is not saved." ref={focusOnMount}>
                <div className="button-row">
                  <Button look="plain" onClick={stay}>
                    Keep editing
                  </Button>
                  <Button look="plain" onClick={onClose}>
                    Discard changes
                  </Button>
                </div>
              </Alert>
            )}
          </div>
        </DialogContext>
      )}
    </dialog>
  )
}

interface ShownOptions {
  open: boolean
  /** True if a click outside the dialog should close it. */
  backdrop: boolean
  onAsked: () => void
}

/**
 * Shows the dialog while `open` is true, and calls `onAsked` each time the user wants to close the dialog.
 */
function useShown({ open: wanted, backdrop, onAsked }: ShownOptions) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const [closedByBrowser, setClosedByBrowser] = useState(0)
  const ask = useEffectEvent(onAsked)
  const beside = useEffectEvent(() => backdrop && onAsked())

  // A layout effect closes the dialog before React removes it from the page. The browser returns the focus
  // only if the dialog closes while it is still in the page.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!wanted || !shown) return undefined
    shown.showModal()
    open.push(shown)
    return () => {
      open.splice(open.indexOf(shown), 1)
      shown.close()
    }
  }, [wanted])
  useLayoutEffect(() => {
    if (closedByBrowser === 0 || !wanted || !dialog.current || dialog.current.open) return
    const before = focused.current
    dialog.current.showModal()
    before?.focus()
  }, [closedByBrowser, wanted])
  useEffect(() => {
    if (!wanted || !dialog.current) return undefined
    return listen(dialog.current, { ask, beside })
  }, [wanted])

  return {
    dialog,
    onFocus: ({ target }: { target: HTMLElement }) => {
      focused.current = target
    },
    // The browser may close the dialog without asking, for example on a second Escape. Opens the dialog
    // again, unless the surrounding component has set `open` to false.
    onClose: () => {
      if (!wanted || dialog.current?.open) return
      onAsked()
      setClosedByBrowser((times) => times + 1)
    },
  }
}

/**
 * Calls `ask` on Escape and on the browser's cancel event. Calls `beside` on a click outside the dialog.
 * Returns a function that removes these listeners.
 */
function listen(dialog: HTMLDialogElement, { ask, beside }: { ask: () => void; beside: () => void }) {
  const ending = new AbortController()
  let pressed = false
  // Listens on the document, because nothing has the focus after a click on plain text. Prevents the
  // browser's own reaction, which closes the dialog at a second Escape.
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (open.at(-1) !== dialog) return
    event.preventDefault()
    ask()
  }
  const cancel = (event: Event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    ask()
  }
  // The target of a click outside is the dialog element itself. The press must begin outside too, because a
  // user who selects text may release the button outside.
  const press = (event: PointerEvent) => {
    pressed = event.target === dialog
  }
  const click = (event: MouseEvent) => {
    if (pressed && event.target === dialog) beside()
  }
  document.addEventListener('keydown', key, ending)
  dialog.addEventListener('cancel', cancel, ending)
  dialog.addEventListener('pointerdown', press, ending)
  dialog.addEventListener('click', click, ending)
  return () => ending.abort()
}

export type Refused = Pick<Failed, 'code' | 'message'>

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Label of the button that confirms the action. */
  does: string
  /** Label of the button that cancels the action. */
  keeps?: string
  /**
   * Runs the action. If it returns a failure, the dialog shows the failure. Any other result closes the
   * dialog.
   */
  onConfirm: () => Promise<Refused | { ok: true } | null>
  onDone?: (() => void) | undefined
  children: ReactNode
}

/**
 * Asks the user to confirm an action. Only its two buttons and Escape close the dialog, so that a click
 * outside does nothing by accident (R17.4). The action runs once, however often the user presses.
 */
export function ConfirmDialog({ open, onClose, title, ...question }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title={title} backdrop="static" alert busy={busy}>
      <Question {...question} busy={busy} onBusy={setBusy} onClose={onClose} />
    </Dialog>
  )
}

interface QuestionProps extends Omit<ConfirmDialogProps, 'open' | 'title'> {
  busy: boolean
  onBusy: (busy: boolean) => void
}

function Question({ does, keeps = 'Cancel', onConfirm, onDone, onClose, ...props }: QuestionProps) {
  const { busy, onBusy, children } = props
  const [failed, setFailed] = useState<Refused | null>(null)
  const id = useId()
  const confirm = async () => {
    setFailed(null)
    onBusy(true)
    const answer = await onConfirm()
    const found = answer && 'code' in answer ? answer : null
    if (found === null) onDone?.()
    onBusy(false)
    if (found === null) onClose()
    else setFailed(found)
  }
  return (
    <>
      <div id={id}>{children}</div>
      <FailureAlert failed={failed} />
      <div className="button-row">
        <Button look="plain" onClick={busy ? undefined : onClose}>
          {keeps}
        </Button>
        <Button busy={busy} aria-describedby={id} onClick={() => void confirm()}>
          {does}
        </Button>
      </div>
    </>
  )
}
