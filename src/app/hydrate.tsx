import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { returnTexts, restoreTexts } from './hydrate-translated.ts'

/**
 * While React hydrates the page, it stops these events, and drops those that it cannot handle immediately.
 * This file disables `stopPropagation` for them, so that scripts that work without React still receive them.
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
