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
import './dialog.css'
import { takeFocus } from './focus.ts'
import { Text } from './text.tsx'

/** The reasons that keep a dialog open: something typed that is not saved, or something that is being done. */
interface Hold {
  dirty: boolean
  busy: boolean
}

export interface DialogProps extends Partial<Hold> {
  open: boolean
  /** Asked to close: by its button, the backdrop or Escape. It stays until `open` is false. */
  onClose: () => void
  title: string
  /** A click beside it closes it (R17.4); `static`: it does not, and there is no close button. */
  backdrop?: true | 'static'
  /** An alert: its text is read out at once. The first of its buttons has the focus. */
  alert?: boolean
  /** There while it is open. */
  children: ReactNode
}

const NO_HOLD: Hold = { dirty: false, busy: false }

interface Around {
  hold: (hold: Hold) => void
  /** Asks to close it, as "Cancel" does. */
  close: () => void
  /** Closes it unasked: what was typed is saved. */
  done: () => void
}

const AroundContext = createContext<Around | null>(null)

/** A form tells the dialog around it whether it may be closed; null outside of one. */
export function useDialogAround({ dirty, busy }: Hold): Omit<Around, 'hold'> | null {
  const around = use(AroundContext)
  const hold = around?.hold
  // At once, as below: an Escape may follow the first key.
  useLayoutEffect(() => {
    hold?.({ dirty, busy })
    return () => hold?.(NO_HOLD)
  }, [hold, dirty, busy])
  return around
}

/** Asks to close the dialog around; null outside of one. */
export const useDialogClose = (): (() => void) | null => use(AroundContext)?.close ?? null

/** The dialogs that are open, the topmost last. */
const open: HTMLDialogElement[] = []

/**
 * A dialog over the page, which is inert meanwhile; the focus goes in, stays in, and back to where it was. However often
 * it is asked to close: while something is being done it stays, and before something typed is dropped it asks.
 * Works where React does: give the button that opens it `data-hydrate`.
 */
export function Dialog(props: DialogProps) {
  const { backdrop = true, alert = false, title, onClose, children } = props
  const [held, setHeld] = useState(NO_HOLD)
  // While it asks: what had the focus, which gets it back.
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
        <AroundContext value={around}>
          <div className="dialog-body">
            <div className="dialog-head">
              <h2 id={`${id}-title`}>
                <Text>{title}</Text>
              </h2>
              {backdrop === true && <IconButton label="Close" icon="close" onClick={close} />}
            </div>
            <div id={`${id}-text`}>{children}</div>
            {/* Asked in place before what was typed is dropped. */}
            {asking && (
              <Alert tone="warn" title="What you typed is not saved." ref={takeFocus}>
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
        </AroundContext>
      )}
    </dialog>
  )
}

interface ShownOptions {
  open: boolean
  /** A click on the backdrop asks too. */
  backdrop: boolean
  onAsked: () => void
}

/** Shows the dialog for as long as it is `open`, and passes on whatever asks it to close. */
function useShown({ open: wanted, backdrop, onAsked }: ShownOptions) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const [closedByBrowser, setClosedByBrowser] = useState(0)
  const ask = useEffectEvent(onAsked)
  const beside = useEffectEvent(() => backdrop && onAsked())

  // Before the browser paints, and before the dialog leaves the page: only then does the focus go back.
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
    // A browser may close it without asking, as at a second Escape or gesture: unless that is agreed to, it is shown again.
    onClose: () => {
      if (!wanted || dialog.current?.open) return
      onAsked()
      setClosedByBrowser((times) => times + 1)
    },
  }
}

/** Calls back on Escape, what else a browser takes for it, and a click on the backdrop. Gives what ends it. */
function listen(dialog: HTMLDialogElement, { ask, beside }: { ask: () => void; beside: () => void }) {
  const ending = new AbortController()
  let pressed = false
  // On the document, since a click on bare text leaves the focus nowhere. Kept from the browser, whose second Escape closes without asking.
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
  // The backdrop counts as the dialog itself. Both ends of the click, since a text may be marked from inside to beside it.
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

/** A refusal as it is shown. */
export type Refused = Pick<Failed, 'code' | 'message'>

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The label of the button that does it. */
  does: string
  /** The label of the button that does not. */
  keeps?: string
  /** Gives what failed, which is then shown, or when it is done anything else; the dialog closes itself only then. */
  onConfirm: () => Promise<Refused | { ok: true } | null>
  onDone?: (() => void) | undefined
  children: ReactNode
}

/**
 * Asks before something is done. Only its two buttons and Escape answer, so a stray click beside it decides
 * nothing (R17.4); it is done once however often the button is pressed.
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
