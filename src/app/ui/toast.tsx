/** News that no part of the page shows: for everybody (`toast`), or only for screen readers (`announce`). */
import { createStore, useStore } from './tab-state.ts'
import { Text } from './text.tsx'

interface News {
  told: string
  /** The text that is visible to everybody. Empty if there is none. */
  shown: string
}

const TOAST_MS = 6000
const news = createStore<News>({ told: '', shown: '' })
let ending: ReturnType<typeof setTimeout> | undefined

/** Adds an invisible character to repeated text, because screen readers only announce changes. */
const again = (words: string) => (news.get().told === words ? `${words}\u00a0` : words)

/** Announces something to screen readers: `announce('Saved')`. Only in browsers. */
export function announce(words: string): void {
  news.set({ ...news.get(), told: again(words) })
}

/** Shows and announces something for a few seconds, on top of the page. Only in browsers. */
export function toast(words: string): void {
  clearTimeout(ending)
  news.set({ told: again(words), shown: words })
  ending = setTimeout(() => news.set({ ...news.get(), shown: '' }), TOAST_MS)
}

/**
 * Renders the live region, once in the shell, because screen readers ignore a region that is added together with
 * its text.
 */
export function NewsRegion() {
  const { told, shown } = useStore(news)
  return (
    <>
      <output className="visually-hidden">
        <Text>{told}</Text>
      </output>
      {shown && (
        <p className="toast on-sheet" aria-hidden="true">
          <Text>{shown}</Text>
        </p>
      )}
    </>
  )
}
