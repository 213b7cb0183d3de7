/**
 * Lets React hydrate a page that the browser is translating (R48.2). A translator replaces text nodes with
 * `<font>` elements. Without help, React would miss its text nodes, render the page again, and lose typed text.
 * So this file puts the original text nodes back for the hydration. Afterwards it lets the translator translate
 * them again.
 */

declare global {
  interface Window {
    /**
     * Returns how the document changed before this module was loaded. Exists only on pages with late scripts
     * (`lazy-scripts.ts`).
     */
    earlyTexts?: () => MutationRecord[]
  }
}

/** Maps each element that a translator added to the text node it replaced. */
const textsByFont = new Map<Element, Text>()
const returnedLater = new Set<Text>()
let isStarting = false

let observer: MutationObserver | undefined

/**
 * Records a replaced text node. A translator either replaces the node in one step, or first adds its own
 * element next to the node and then removes the node.
 */
function noteReplacedText({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  const [text] = removedNodes
  if (!(text instanceof Text)) return
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
  if (font instanceof Element && !textsByFont.has(font)) textsByFont.set(font, text)
}

function restore() {
  if (textsByFont.size === 0) return
  // Asks the translator to pause.
  document.body.translate = false
  for (const [font, text] of textsByFont) {
    if (!font.isConnected) continue
    font.replaceWith(text)
    returnedLater.add(text)
  }
  textsByFont.clear()
}

/** Records the text nodes that a translator replaces. Called when the page starts. */
export function recordTexts(): void {
  if (observer) return
  observer = new MutationObserver((changes) => {
    for (const change of changes) noteReplacedText(change)
    if (isStarting) restore()
  })
  window.earlyTexts?.().forEach(noteReplacedText)
  observer.observe(document, { childList: true, subtree: true })
}

/** Restores all text nodes before hydration, and keeps them in the page until `returnTexts` is called. */
export function restoreTexts(): void {
  observer?.takeRecords().forEach(noteReplacedText)
  isStarting = true
  restore()
}

/** Reinserts the text nodes after hydration, so that the translator notices and translates them. */
export function returnTexts(): void {
  observer?.disconnect()
  isStarting = false
  if (returnedLater.size === 0) return
  document.body.removeAttribute('translate')
  for (const text of returnedLater) text.parentNode?.insertBefore(text, text.nextSibling)
  returnedLater.clear()
}
