/** News that no part of a page shows by itself: for everybody (`useToast`), or for those who do not see the page change (`useAnnounce`). */
import { useSyncExternalStore } from 'react'
import './toast.css'

interface News {
  /** What screen readers are told. */
  told: string
  /** What is shown; empty: nothing. */
  shown: string
}

const TOAST_MS = 6000
const NONE: News = { told: '', shown: '' }

let news = NONE
let ending: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function change(next: News): void {
  news = next
  for (const listener of listeners) listener()
}

/** The same words twice are two pieces of news: a mark that nobody sees makes the text another one. */
const again = (words: string) => (news.told === words ? `${words}\u00a0` : words)

function announce(words: string): void {
  change({ ...news, told: again(words) })
}

function toast(words: string): void {
  clearTimeout(ending)
  change({ told: again(words), shown: words })
  ending = setTimeout(() => change({ ...news, shown: '' }), TOAST_MS)
}

/** Tells screen readers what has been done: `announce('Saved')`. */
export const useAnnounce = () => announce

/** Shows and tells for a moment what has been done, above whatever the page shows. */
export const useToast = () => toast

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one place where news is told: once in the shell, since a region that comes with its words is not read out. */
export function NewsRegion() {
  const { told, shown } = useSyncExternalStore(
    subscribe,
    () => news,
    () => NONE,
  )
  return (
    <>
      <output className="visually-hidden">{told}</output>
      {shown && (
        <p className="toast on-sheet" aria-hidden="true">
          {shown}
        </p>
      )}
    </>
  )
}
