/**
 * Translates a page as browsers do: each text node is replaced by two nested `<font>` elements with other words, and so is each one
 * that comes later. Runs in the page itself and uses nothing from outside of it, so that Playwright can hand it over as source.
 */

declare global {
  interface Window {
    /** What React has written into texts that are off the page: a reader still sees the old words. */
    staleTexts?: () => string[]
    /** Texts with an amount, which a translator may write in another way. */
    translatedAmounts?: () => string[]
  }
}

/** Letters are doubled, so that words are seen to be translated and are found again; digits and signs stay. */
export interface Translator {
  /** False keeps the words, so that tests in English go on; the text nodes are replaced all the same. */
  alters?: boolean
}

/** Returns what ends it; what is translated stays so. */
export function translatePage({ alters = true }: Translator = {}): () => void {
  const KEPT = 'script, style, noscript, textarea, input, title, iframe, svg, [translate="no"], .notranslate'
  const done = new WeakSet<Node>()
  /** Each text that is off the page, with its words then and what stands for it. */
  const replaced: { text: Text; data: string; by: Element }[] = []
  const words = (text: string) =>
    alters ? text.replace(/\p{L}+/gu, (word) => `${word}${word.at(-1)}`) : text

  const replace = (text: Text) => {
    const parent = text.parentElement
    if (!parent || done.has(text) || !text.data.trim() || parent.closest(KEPT)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
    const translated = document.createTextNode(words(text.data))
    done.add(translated)
    inner.append(translated)
    outer.append(inner)
    text.replaceWith(outer)
    replaced.push({ text, data: text.data, by: outer })
  }
  const translate = (node: Node) => {
    if (node instanceof Text) return replace(node)
    const texts: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(replace)
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') {
        done.delete(target)
        translate(target)
      } else addedNodes.forEach(translate)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  document.documentElement.classList.add('translated-ltr')
  window.staleTexts = () =>
    replaced
      .filter(({ text, data, by }) => by.isConnected && text.data !== data)
      .map(({ text, data }) => `${data} → ${text.data}`)
  window.translatedAmounts = () =>
    replaced.map(({ data }) => data).filter((data) => /\$\d[\d,]*\.\d\d/.test(data))
  if (document.body) translate(document.body)
  return () => {
    observer.disconnect()
    document.documentElement.classList.remove('translated-ltr')
  }
}
