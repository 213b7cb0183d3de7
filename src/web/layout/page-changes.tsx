import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { announce } from '#ui/toast.tsx'
import './page-changes.css'

/**
 * What a browser does when it loads another document, for the changes of page that React makes: a bar while the next page is
 * on its way, the focus on its heading, and its title told.
 */
export function PageChanges() {
  const { state } = useNavigation()
  usePageFocus()
  // It shows itself after a moment: a page that is there at once needs none.
  return state === 'idle' ? null : <div className="page-bar" aria-hidden="true" />
}

function usePageFocus() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const arrive = useEffectEvent(() => {
    announce(document.title)
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    focusPage(target ?? document.querySelector<HTMLElement>('[data-page-heading], main h1'))
  })
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    arrive()
  }, [pathname])
}

/** Scrolling is not its business: a new page begins at its top, and one that is gone back to stays where it was. */
function focusPage(target: HTMLElement | null) {
  const focused = document.activeElement
  // The page itself has put the focus somewhere, say in its first field.
  if (focused?.closest('main') && focused.matches('input, textarea, select, [tabindex="-1"]:not(main)'))
    return
  const place = target ?? document.getElementById('main')
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
