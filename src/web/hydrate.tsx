import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { giveTextsBack, restoreTexts } from './hydrate-translated.ts'

/**
 * A press or key on a page that React is still taking over is stopped by it on its way, and where React cannot go on at once it does
 * nothing with it either. The scripts that work before React hear of these all the same.
 */
const STOPPED = ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown', 'change', 'focusin'] as const

const letThrough = (event: Event) => {
  event.stopPropagation = () => {}
}

function App() {
  useEffect(() => {
    for (const name of STOPPED) removeEventListener(name, letThrough, true)
    giveTextsBack()
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
