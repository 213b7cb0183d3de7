import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { returnTexts, restoreTexts } from './hydrate-translated.ts'

/**
 * Events that React stops while it hydrates the page. An event that React cannot handle immediately is lost.
 * This file disables `stopPropagation` for these events, so that scripts that work without React receive
 * them.
 */
const STOPPED = ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown', 'change', 'focusin'] as const

const letThrough = (event: Event) => {
  event.stopPropagation = () => {}
}

function App() {
  useEffect(() => {
    for (const name of STOPPED) removeEventListener(name, letThrough, true)
    returnTexts()
  }, [])
  return <HydratedRouter />
}

for (const name of STOPPED) addEventListener(name, letThrough, true)
restoreTexts()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  )
})
