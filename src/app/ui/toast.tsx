/**
 * Short messages on top of the page: visible to everyone (`toast`), or only for screen readers (`announce`).
 */
import { createStore, useStore } from './tab-store.ts'
import { Text } from './text.tsx'

interface Messages {
  announced: string
  visible: string
}

const TOAST_MS = 6000
const messages = createStore<Messages>({ announced: '', visible: '' })
let ending: ReturnType<typeof setTimeout> | undefined

/**
 * Adds an invisible character to a text that repeats the last one, because screen readers announce only
 * changed texts.
 */
const again = (words: string) => (messages.get().announced === words ? `${words}\u00a0` : words)

/** Announces a text to screen readers: `announce('Saved')`. Works only in browsers. */
export function announce(words: string): void {
  messages.set({ ...messages.get(), announced: again(words) })
}

/**
 * Shows a text on top of the page for a few seconds, and announces it to screen readers. Works only in
 * browsers.
 */
export function toast(words: string): void {
  clearTimeout(ending)
  messages.set({ announced: again(words), visible: words })
  ending = setTimeout(() => messages.set({ ...messages.get(), visible: '' }), TOAST_MS)
}

/**
 * Renders the live region, whose text screen readers announce. It is part of every page, because screen
 * readers ignore a region that appears together with its text.
 */
export function LiveRegion() {
  const { announced, visible } = useStore(messages)
  return (
    <>
      <output className="visually-hidden">
        <Text>{announced}</Text>
      </output>
      {visible && (
        <p className="toast on-sheet" aria-hidden="true">
          <Text>{visible}</Text>
        </p>
      )}
    </>
  )
}
