/**
 * A browser as a guest uses it, whichever engine is inside: what differs between WebDriver BiDi (Firefox) and the older
 * WebDriver protocol (WebKit) stays in `firefox.ts` and `webkit.ts`.
 */

/** An expression that gives, in the page, the element it stands for, or null. */
export type Find = string

export interface Browser {
  readonly name: string
  goto(url: string): Promise<void>
  /** What an expression gives in the page. */
  evaluate<T>(expression: string): Promise<T>
  click(find: Find): Promise<void>
  /** Types with real keys, after what is in the field. */
  type(find: Find, text: string): Promise<void>
  /** The same in a field of a frame. */
  typeInFrame(frame: Find, field: Find, text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

const words = (text: string) => JSON.stringify(text)

/** What assistive technology would call an element that is pressed, without what is hidden from it. */
const NAMED = `(each) => (each.getAttribute('aria-label') ?? each.innerText).replaceAll(/\\s+/g, ' ').trim()`

const pressable = (elements: string, name: string): Find =>
  `([...document.querySelectorAll('${elements}')].find((each) => each.checkVisibility() && !each.disabled && (${NAMED})(each).startsWith(${words(name)})) ?? null)`

/** Buttons and links whose names begin so, visible and not disabled. */
export const button = (name: string) => pressable('button', name)
export const link = (name: string) => pressable('a[href]', name)

/** The field that a visible label names; its words begin so. */
export const field = (label: string): Find =>
  `([...document.querySelectorAll('label')].find((each) => each.checkVisibility() && each.innerText.startsWith(${words(label)}))?.control ?? null)`

/** Whether words can be read anywhere on the page. */
export const reads = (text: string) =>
  `document.body.innerText.replaceAll(/\\s+/g, ' ').includes(${words(text)})`

/** Until it works: what is found may be drawn anew before it is pressed, as when a page comes alive. */
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

/** Asks again until the answer is a yes; fails with what was waited for and what the page says instead. */
export async function until(browser: Browser, expression: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await browser.evaluate(`Boolean(${expression})`).catch(() => false))) {
    if (Date.now() > deadline) {
      const page = await browser.evaluate<string>('location.pathname + "\\n" + document.body.innerText')
      throw new Error(`${browser.name} waited in vain for ${expression} at ${page.slice(0, 3000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
