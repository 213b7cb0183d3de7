/**
 * Tells a tab from a copy of it (R44.6). "Duplicate tab" and `window.open` copy the session storage, and with it what one guest has
 * typed and sent. A copy starts empty, so that the next guest neither sees nor sends that.
 *
 * While a page is on the screen, the session storage has a mark of it, and so has the local storage, which all tabs share.
 * A page that leaves takes both away. A page that finds a mark is in a copied tab, or in a tab that was killed and restored:
 * - the local storage no longer has the mark: the original has left since, so this is a copy;
 * - a page with that mark answers: it is the original, so this is a copy;
 * - nobody answers: the tab was restored, and its drafts are its own.
 */

const MARK = 'tab'
const inAllTabs = (mark: string) => `${MARK}:${mark}`

/** A page in the background may be slow to answer. Only a restored tab waits for so long. */
const ANSWER_MS = 1000

let inDoubt = false

/** False while it is not known whether the tab is a copy: nothing kept in it may be read or changed. */
export const isOwnTab = (): boolean => !inDoubt

/** Called once by each page, before anything reads a draft. */
export function claimTab(): void {
  // A frame shares the storage of its page.
  if (window !== window.top) return
  // A page that is rendered ahead is not in the tab yet.
  if ('prerendering' in document && document.prerendering === true)
    return document.addEventListener('prerenderingchange', claimTab, { once: true })
  try {
    const found = sessionStorage.getItem(MARK)
    if (found === null) return hold()
    const original = localStorage.getItem(inAllTabs(found)) === null ? null : found
    if (original === null || !('BroadcastChannel' in window)) return startEmpty()
    inDoubt = true
    ask(original)
  } catch {
    // Without storage nothing is kept, so nothing is copied.
  }
}

function startEmpty(): void {
  sessionStorage.clear()
  inDoubt = false
  hold()
}

/** Marks the tab for as long as this page is on the screen, and answers the copies of it. */
function hold(): void {
  const mark = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('')
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(MARK) : null
  sessionStorage.setItem(MARK, mark)
  localStorage.setItem(inAllTabs(mark), '')
  channel?.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    if (data === `is ${mark} there?`) channel.postMessage(`${mark} is there`)
  })
  addEventListener(
    'pagehide',
    () => {
      channel?.close()
      localStorage.removeItem(inAllTabs(mark))
      if (sessionStorage.getItem(MARK) === mark) sessionStorage.removeItem(MARK)
      // The browser may show this page again as it was.
      addEventListener('pageshow', claimTab, { once: true })
    },
    { once: true },
  )
}

function ask(mark: string): void {
  const channel = new BroadcastChannel(MARK)
  const restored = setTimeout(() => {
    channel.close()
    localStorage.removeItem(inAllTabs(mark))
    sessionStorage.removeItem(MARK)
    location.reload()
  }, ANSWER_MS)
  channel.addEventListener('message', ({ data }) => {
    if (data !== `${mark} is there`) return
    clearTimeout(restored)
    channel.close()
    startEmpty()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  channel.postMessage(`is ${mark} there?`)
}
