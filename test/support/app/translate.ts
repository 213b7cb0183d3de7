/**
 * Translates a page as browsers do: replaces each text node, even one that is added later, by two nested
 * `<font>` elements. This file runs inside the page and imports nothing, so that Playwright can send its
 * source code to the page.
 */

declare global {
  interface Window {
    staleTexts?: () => string[]
    /** Returns the texts that contain an amount, which a translator might reformat. */
    translatedAmounts?: () => string[]
  }
}

/**
 * Options of the test's translator. It doubles the last letter of each word, so that tests recognize
 * translated text. Digits and signs stay unchanged.
 */
export interface Translator {
  /**
   * If this is false, the words stay, so that tests written in English still find them. The translator still
   * replaces the text nodes.
   */
  alters?: boolean
}

/**
 * Starts translating the page. Returns a function that stops the translator. Text that is already translated
 * stays translated.
 */
export function translatePage({ alters = true }: Translator = {}): () => void {
  const KEPT = 'script, style, noscript, textarea, input, title, iframe, svg, [translate="no"], .notranslate'
  const done = new WeakSet<Node>()
  /** Each replaced text node, its original text, and the element that replaced it. */
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
