/** Drags a thing by pointer onto one of the page's places: by the mouse from anywhere on it, by touch from its grip, so that the page still scrolls. */
import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Pixels of a press that is still a press. */
const STILL = 6
/** So near to the upper or lower edge of the window each move scrolls the page, by so much. */
const EDGE = 90
const SCROLL = 24

interface DragOptions {
  onLift: (id: number) => void
  /** The `data-place` under the pointer; null: it was let go elsewhere. */
  onDrop: (id: number, place: string | null) => void
}

interface Pressed {
  id: number
  x: number
  y: number
}

export function useDrag({ onLift, onDrop }: DragOptions) {
  const pressed = useRef<Pressed | null>(null)
  const [at, setAt] = useState<{ id: number; x: number; y: number } | null>(null)
  const dragging = at?.id ?? null

  useEffect(() => {
    if (dragging === null) return
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      pressed.current = null
      setAt(null)
      onDrop(dragging, null)
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [dragging, onDrop])

  const end = (event: PointerEvent<HTMLElement>, canceled: boolean) => {
    const was = pressed.current
    pressed.current = null
    if (!was || at === null) return
    setAt(null)
    const under = canceled ? null : document.elementFromPoint(event.clientX, event.clientY)
    const place = under?.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? null
    // The press that ends the drag is none of the button below it.
    window.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
    onDrop(was.id, place)
  }

  return {
    /** Where the pointer has it; null: nothing is dragged. */
    at,
    /** For the element of the thing with this number. */
    handlers: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grip = event.target instanceof Element && event.target.closest('[data-grip]')
        if (event.button !== 0 || (event.pointerType !== 'mouse' && !grip)) return
        pressed.current = { id, x: event.clientX, y: event.clientY }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = pressed.current
        if (from?.id !== id) return
        if (event.buttons === 0) {
          // It was let go beside it, before it was dragged.
          pressed.current = null
          return
        }
        const { clientX: x, clientY: y } = event
        if (at === null) {
          if (Math.hypot(x - from.x, y - from.y) < STILL) return
          event.currentTarget.setPointerCapture(event.pointerId)
          onLift(id)
        }
        setAt({ id, x, y })
        const edge = y < EDGE ? -1 : y > window.innerHeight - EDGE ? 1 : 0
        if (edge !== 0) window.scrollBy(0, edge * SCROLL)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
    }),
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
