/** Things dropped on an element. Listens by itself, since what it is put on does nothing for a keyboard. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

interface DropOptions {
  /** The type that may be dropped: `Files`, or one of our own. */
  kind: string
  /** False: it was nothing for us, and the browser does as it likes. */
  onDrop: (dropped: DataTransfer) => boolean
  /** Called with what is pasted while the focus is inside. */
  onPaste?: (pasted: DataTransfer) => boolean
}

/** Whether such a thing is over the element now. */
export function useDrop(
  place: RefObject<HTMLElement | null>,
  { kind, onDrop, onPaste }: DropOptions,
): boolean {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onDrop)
  const pasted = useEffectEvent((data: DataTransfer) => onPaste?.(data) ?? false)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const ending = new AbortController()
    element.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes(kind)) return
        event.preventDefault()
        setOver(true)
      },
      ending,
    )
    element.addEventListener('dragleave', () => setOver(false), ending)
    element.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (event.dataTransfer && dropped(event.dataTransfer)) event.preventDefault()
      },
      ending,
    )
    element.addEventListener(
      'paste',
      (event) => {
        if (event.clipboardData && pasted(event.clipboardData)) event.preventDefault()
      },
      ending,
    )
    return () => ending.abort()
  }, [place, kind])
  return over
}
