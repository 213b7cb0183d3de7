/**
 * Detects a duplicated tab (R44.6). "Duplicate tab" and `window.open` copy the session storage, including a
 * guest's typed answers. A copied tab must start empty, so that the next guest neither sees nor sends these
 * answers.
 *
 * While a page is shown, it keeps a mark in the session storage and in the local storage, which all tabs share.
 * It removes both when it leaves. A page that finds a mark is in a duplicated tab, or in a tab that was killed
 * and restored:
 * - If the local storage no longer has the mark, the original page has left and removed it, so this tab is a
 * copy.
 * - If a page with that mark answers, that page is the original, so this tab is a copy.
 * - If no page answers, the tab was restored and keeps its drafts.
 */

const MARK = 'tab'
const inAllTabs = (mark: string) => `${MARK}:${mark}`

/**
 * How long to wait for an answer, in milliseconds. A page in the background may be slow. Only a restored tab
 * waits this long.
 */
const ANSWER_MS = 1000

let inDoubt = false

/**
 * Returns false as long as the page does not know whether the tab is a copy. Until then, drafts must not be
 * read or changed.
 */
export const isOwnTab = (): boolean => !inDoubt

/** Called once per page, before anything reads a draft. */
export function claimTab(): void {
  // A frame uses the session storage of the page around it, so only the page itself leaves a mark.
  if (window !== window.top) return
  // The browser has prepared this page but does not show it yet, so wait until it does.
  if ('prerendering' in document && document.prerendering === true)
    return document.addEventListener('prerenderingchange', claimTab, { once: true })
  try {
    const found = sessionStorage.getItem(MARK)
    if (found === null) return markTab()
    const original = localStorage.getItem(inAllTabs(found)) === null ? null : found
    if (original === null || !('BroadcastChannel' in window)) return startEmpty()
    inDoubt = true
    askOriginal(original)
  } catch {
    // If the browser allows no storage, no draft exists that a copy could get.
  }
}

function startEmpty(): void {
  sessionStorage.clear()
  inDoubt = false
  markTab()
}

/** Leaves the mark while this page is shown, and answers when a copied tab asks. */
function markTab(): void {
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
      // The browser may show this page again from its back/forward cache.
      addEventListener('pageshow', claimTab, { once: true })
    },
    { once: true },
  )
}

function askOriginal(mark: string): void {
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
