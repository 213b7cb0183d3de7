/**
 * Lets React take over a page that the browser is translating (R48.2). A translator has replaced text nodes by `<font>` elements; React
 * would not find its own, render the page anew, and lose what was typed and pressed by then. So the texts are put back for as long as
 * React takes over, and given to the translator again afterwards.
 */

declare global {
  interface Window {
    /** The changes of the document before this module was there, on a page whose scripts come late (`late-scripts.ts`). */
    earlyTexts?: () => MutationRecord[]
  }
}

/** Each element of a translator that stands for a text, and that text. */
const replaced = new Map<Element, Text>()
const restored = new Set<Text>()
let isStarting = false

let observer: MutationObserver | undefined

/** A translator replaces a text in one step, or puts its element beside it and then removes it. */
function note({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  const [text] = removedNodes
  if (!(text instanceof Text)) return
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
  if (font instanceof Element && !replaced.has(font)) replaced.set(font, text)
}

function restore() {
  if (replaced.size === 0) return
  // Asks the translator to let the texts be for now.
  document.body.translate = false
  for (const [font, text] of replaced) {
    if (!font.isConnected) continue
    font.replaceWith(text)
    restored.add(text)
  }
  replaced.clear()
}

/** From the start of the page: remembers the texts that a translator replaces. */
export function rememberTexts(): void {
  if (observer) return
  observer = new MutationObserver((changes) => {
    for (const change of changes) note(change)
    if (isStarting) restore()
  })
  window.earlyTexts?.().forEach(note)
  observer.observe(document, { childList: true, subtree: true })
}

/** React starts: no text is translated until `giveTextsBack`. */
export function restoreTexts(): void {
  observer?.takeRecords().forEach(note)
  isStarting = true
  restore()
}

/** React has taken over: the texts are put in again, so that the translator sees them. */
export function giveTextsBack(): void {
  observer?.disconnect()
  isStarting = false
  if (restored.size === 0) return
  document.body.removeAttribute('translate')
  for (const text of restored) text.parentNode?.insertBefore(text, text.nextSibling)
  restored.clear()
}
