import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import './modal.css'

interface ModalProps {
  open: boolean
  /** Asked to close: by its button, the backdrop or Escape. It stays until `open` is false. */
  onClose: () => void
  title: string
  /** A click beside it closes it (R17.4); `static`: it does not, and there is no close button. */
  backdrop?: true | 'static'
  /** Escape closes it (R17.4). */
  keyboard?: boolean
  /** An alert: its text is read out at once. The first of its buttons has the focus. */
  alert?: boolean
  children: ReactNode
}

/**
 * A dialog over the page, which is inert meanwhile; the focus goes in, stays in, and back to where it was.
 * Works where React does: give the button that opens it `data-hydrate`.
 */
export function Modal({
  open,
  onClose,
  title,
  backdrop = true,
  keyboard = true,
  alert = false,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const beside = useEffectEvent(() => backdrop === true && onClose())
  useEffect(() => (dialog.current ? onClickBeside(dialog.current, beside) : undefined), [])
  return (
    <dialog
      ref={dialog}
      className="modal on-sheet"
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={alert ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (keyboard) onClose()
      }}
      // A browser may close it without asking, as on a second Escape.
      onClose={() => open && onClose()}
    >
      <div className="modal-body">
        <div className="modal-head">
          <h2 id={`${id}-title`}>{title}</h2>
          {backdrop === true && <IconButton label="Close" icon="close" onClick={onClose} />}
        </div>
        <div id={`${id}-text`}>{children}</div>
      </div>
    </dialog>
  )
}

/** Calls back on a click on the backdrop, which counts as the dialog itself. Gives what ends it. */
function onClickBeside(dialog: HTMLDialogElement, call: () => void): () => void {
  const ending = new AbortController()
  let pressed = false
  // Both ends of the click, since a text may be marked from inside to beside it.
  const press = (event: PointerEvent) => {
    pressed = event.target === dialog
  }
  const click = (event: MouseEvent) => {
    if (pressed && event.target === dialog) call()
  }
  dialog.addEventListener('pointerdown', press, ending)
  dialog.addEventListener('click', click, ending)
  return () => ending.abort()
}
