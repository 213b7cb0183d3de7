/** A menu of actions that staff need now and then. */
import { useEffect, useRef, type ReactNode } from 'react'

/**
 * Renders a menu of actions that opens below its button, with or without scripts. It closes on Escape and on a
 * press outside of it.
 */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (!current?.open || !(event.target instanceof Element)) return
      if (event instanceof KeyboardEvent) {
        // The same key closes a dialog that an action of the menu has opened.
        if (event.key !== 'Escape' || event.target.closest('dialog')) return
        if (current.contains(event.target)) current.querySelector('summary')?.focus()
      } else if (current.contains(event.target)) return
      current.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details className="action-menu" ref={menu}>
      <summary className="button button-plain">{label}</summary>
      <div className="action-menu-list on-sheet">{children}</div>
    </details>
  )
}
