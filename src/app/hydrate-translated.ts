/**
 * Lets React hydrate a page that the browser is translating (R48.2). A translator replaces text nodes with
 * `<font>` elements. Without help, React would miss its text nodes, render the page again, and lose typed
 * text. So this file puts the original text nodes back during the hydration. Then the translator can
 * translate them again.
 */

declare global {
  interface Window {
    /**
     * Returns the changes of the document before this module was loaded. Exists only on pages whose scripts
     * load late (`lazy-scripts.ts`).
     */
    earlyTexts?: () => MutationRecord[]
  }
}

/** The text nodes that a translator replaced, by the `<font>` element in their place. */
const textsByFont = new Map<Element, Text>()
const returnedLater = new Set<Text>()
let isStarting = false

let observer: MutationObserver | undefined

/**
 * Records a text node that a translator replaced. A translator may replace the node in one step. Or it adds a
 * `<font>` element next to the node, and then removes the node.
 */
function noteReplacedText({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  const [text] = removedNodes
  if (!(text instanceof Text)) return
  const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
  if (font instanceof Element && !textsByFont.has(font)) textsByFont.set(font, text)
}

function restore() {
  if (textsByFont.size === 0) return
  // Asks the browser's translator to pause.
  document.body.translate = false
  for (const [font, text] of textsByFont) {
    if (!font.isConnected) continue
    font.replaceWith(text)
    returnedLater.add(text)
  }
  textsByFont.clear()
}

/**
 * Starts to record the text nodes that a translator replaces. The entry script calls this when the page
 * starts.
 */
export function recordTexts(): void {
  if (observer) return
  observer = new MutationObserver((changes) => {
    for (const change of changes) noteReplacedText(change)
    if (isStarting) restore()
  })
  window.earlyTexts?.().forEach(noteReplacedText)
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * Puts all replaced text nodes back before the hydration. They stay in the page until `returnTexts` is
 * called.
 */
export function restoreTexts(): void {
  observer?.takeRecords().forEach(noteReplacedText)
  isStarting = true
  restore()
}

/**
 * Inserts the text nodes once more after the hydration, so that the translator notices and translates them.
 */
export function returnTexts(): void {
  observer?.disconnect()
  isStarting = false
  if (returnedLater.size === 0) return
  document.body.removeAttribute('translate')
  for (const text of returnedLater) text.parentNode?.insertBefore(text, text.nextSibling)
  returnedLater.clear()
}
