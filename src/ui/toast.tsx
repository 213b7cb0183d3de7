/** News that no part of a page shows by itself: for everybody (`toast`), or for those who do not see the page change (`announce`). */
import { createStore, useStore } from './tab-state.ts'
import './toast.css'
import { Text } from './text.tsx'

interface News {
  told: string
  /** The words that are shown; empty: none. */
  shown: string
}

const TOAST_MS = 6000
const news = createStore<News>({ told: '', shown: '' })
let ending: ReturnType<typeof setTimeout> | undefined

/** The same words twice are two pieces of news: a mark that nobody sees makes the text another one. */
const again = (words: string) => (news.get().told === words ? `${words}\u00a0` : words)

/** Tells screen readers what has been done: `announce('Saved')`. In browsers alone. */
export function announce(words: string): void {
  news.set({ ...news.get(), told: again(words) })
}

/** Shows and tells for a moment what has been done, above whatever the page shows. In browsers alone. */
export function toast(words: string): void {
  clearTimeout(ending)
  news.set({ told: again(words), shown: words })
  ending = setTimeout(() => news.set({ ...news.get(), shown: '' }), TOAST_MS)
}

/** The one place where news is told: once in the shell, since a region that comes with its words is not read out. */
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
