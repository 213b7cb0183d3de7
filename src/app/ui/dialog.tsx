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

/** What keeps a dialog open: unsaved input or a running request. */
interface OpenReason {
  dirty: boolean
  busy: boolean
}

export interface DialogProps extends Partial<OpenReason> {
  open: boolean
  /**
   * Called when the user asks to close it by its button, the backdrop or Escape. The dialog stays open until `open`
   * is false.
   */
  onClose: () => void
  title: string
  /** Whether a click outside closes it (R17.4). `static` means no, and removes the close button. */
  backdrop?: true | 'static'
  /** Marks it as an alert: its text is announced immediately, and its first button gets the focus. */
  alert?: boolean
  /** Content of the dialog, mounted only while the dialog is open. */
  children: ReactNode
}

const FREE_TO_CLOSE: OpenReason = { dirty: false, busy: false }

interface SurroundingDialog {
  hold: (hold: OpenReason) => void
  /** Closes the dialog as "Cancel" does, which asks before it drops typed values. */
  close: () => void
  /** Closes the dialog without asking, because everything is saved. */
  done: () => void
}

const DialogContext = createContext<SurroundingDialog | null>(null)

/** Reports a form's unsaved or busy state to the dialog around it. Returns null outside of a dialog. */
export function useSurroundingDialog({ dirty, busy }: OpenReason): Omit<SurroundingDialog, 'hold'> | null {
  const around = use(DialogContext)
  const hold = around?.hold
  // Runs as a layout effect, because an Escape may follow right after the first key.
  useLayoutEffect(() => {
    hold?.({ dirty, busy })
    return () => hold?.(FREE_TO_CLOSE)
  }, [hold, dirty, busy])
  return around
}

/** Returns a function that asks to close the surrounding dialog, or null outside of one. */
export const useCloseDialog = (): (() => void) | null => use(DialogContext)?.close ?? null

/** The open dialogs, the topmost last. */
const open: HTMLDialogElement[] = []

/**
 * Renders a modal dialog with a focus trap, and returns the focus when it closes. It stays open while a request is
 * running, and asks before it drops unsaved input. It needs React, so give the button that opens it `data-hydrate`.
 */
export function Dialog(props: DialogProps) {
  const { backdrop = true, alert = false, title, onClose, children } = props
  const [held, setHeld] = useState(FREE_TO_CLOSE)
  // The element that gets the focus back after the question about unsaved input.
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
            {/* Asks inside the dialog before unsaved input is dropped. */}
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
  /** Whether a click on the backdrop asks to close it. */
  backdrop: boolean
  onAsked: () => void
}

/** Shows the dialog while `open` is true, and reports every request to close it. */
function useShown({ open: wanted, backdrop, onAsked }: ShownOptions) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const [closedByBrowser, setClosedByBrowser] = useState(0)
  const ask = useEffectEvent(onAsked)
  const beside = useEffectEvent(() => backdrop && onAsked())

  // A layout effect runs before the dialog leaves the page. Only then can the focus return.
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
    // The browser may close it without asking, for example on a second Escape or gesture. It reopens unless the
    // parent agrees.
    onClose: () => {
      if (!wanted || dialog.current?.open) return
      onAsked()
      setClosedByBrowser((times) => times + 1)
    },
  }
}

/**
 * Calls back on Escape, the browser's cancel event and a click on the backdrop. Returns a function that stops
 * listening.
 */
function listen(dialog: HTMLDialogElement, { ask, beside }: { ask: () => void; beside: () => void }) {
  const ending = new AbortController()
  let pressed = false
  // Listens on the document, because a click on plain text leaves nothing focused. Prevents the default, because
  // the browser's second Escape closes without asking.
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
  // A click on the backdrop targets the dialog itself. The press must start there too, because a text selection can
  // end outside.
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

/** A refusal of the server, as shown to the user. */
export type Refused = Pick<Failed, 'code' | 'message'>

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Label of the button that confirms. */
  does: string
  /** Label of the button that cancels. */
  keeps?: string
  /** Runs the action. Returns the failure, which is then shown. After any other result the dialog closes. */
  onConfirm: () => Promise<Refused | { ok: true } | null>
  onDone?: (() => void) | undefined
  children: ReactNode
}

/**
 * Asks for a confirmation. Only its two buttons and Escape answer, so a stray click outside does nothing (R17.4).
 * The action runs once, however often the button is pressed.
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
