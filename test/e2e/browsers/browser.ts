/** A JavaScript expression that returns an element of the page, or null. */
export type Find = string

export interface Browser {
  readonly name: string
  goto(url: string): Promise<void>
  /** Evaluates a JavaScript expression in the page. */
  evaluate<T>(expression: string): Promise<T>
  click(find: Find): Promise<void>
  /** Types text at the end of a field's text, with real key events. */
  type(find: Find, text: string): Promise<void>
  /** Types text into a field inside a frame. */
  typeInFrame(frame: Find, field: Find, text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

const words = (text: string) => JSON.stringify(text)

/** JavaScript that returns the accessible name of a button or link. */
const NAMED = `(each) => (each.getAttribute('aria-label') ?? each.innerText).replaceAll(/\\s+/g, ' ').trim()`

const pressable = (elements: string, name: string): Find =>
  `([...document.querySelectorAll('${elements}')].find((each) => each.checkVisibility() && !each.disabled && (${NAMED})(each).startsWith(${words(name)})) ?? null)`

/** Finds a visible, enabled button or link whose name starts with `name`. */
export const button = (name: string) => pressable('button', name)
export const link = (name: string) => pressable('a[href]', name)

/** Finds a field whose visible label starts with `label`. */
export const field = (label: string): Find =>
  `([...document.querySelectorAll('label')].find((each) => each.checkVisibility() && each.innerText.startsWith(${words(label)}))?.control ?? null)`

export const reads = (text: string) =>
  `document.body.innerText.replaceAll(/\\s+/g, ' ').includes(${words(text)})`

/** Retries an action on the page, because React may replace an element just before the click. */
export async function again<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  for (let left = tries; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left <= 1) throw error
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
}

const PATIENCE_MS = 20_000

/**
 * Waits until the JavaScript expression is true in the page. Otherwise fails with the expression and the
 * page's text.
 */
export async function until(browser: Browser, expression: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await browser.evaluate(`Boolean(${expression})`).catch(() => false))) {
    if (Date.now() > deadline) {
      const page = await browser.evaluate<string>('location.pathname + "\\n" + document.body.innerText')
      throw new Error(`${browser.name} timed out waiting for ${expression} at ${page.slice(0, 3000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
