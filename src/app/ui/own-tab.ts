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
 * Milliseconds to wait for an answer from the page in the original tab, which may be slow in the background.
 * Only a restored tab waits this long.
 */
const ANSWER_MS = 1000

let inDoubt = false

/**
 * Returns false until the page knows that its tab is not a copy. Before that, nothing may read or change a
 * draft.
 */
export const isOwnTab = (): boolean => !inDoubt

/**
 * Finds out whether this tab is a copy of another tab. Call this function once for each page, before anything
 * reads a draft.
 */
export function claimTab(): void {
  // A frame shares the session storage of the page around it, so only the outer page leaves a mark.
  if (window !== window.top) return
  // The browser has prepared this page in advance. The check must wait until the browser shows the page.
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
    // The browser allows no storage, so a copied tab could get no drafts.
  }
}

function startEmpty(): void {
  sessionStorage.clear()
  inDoubt = false
  markTab()
}

/**
 * Puts a mark into session storage and local storage while this page is shown. Answers when a copied tab asks
 * whether the page still exists.
 */
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
      // The browser may show this page again from its back/forward cache. The page then needs a new mark.
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(`is ${mark} there?`)
}
