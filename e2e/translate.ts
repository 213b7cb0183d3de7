/** A page that the browser translates (R48.1). */
import type { BrowserContext, Page } from '@playwright/test'
import { translatePage, type Translator } from '#ui/testing/translate.ts'

/** From the next document on, each is translated once it has loaded. */
export async function translated(pages: Page | BrowserContext, translator: Translator = {}): Promise<void> {
  const start = `(${translatePage.toString()})(${JSON.stringify(translator)})`
  await pages.addInitScript(`addEventListener('load', () => { ${start} })`)
}

/** Words as the page shows them once it is translated. */
export const altered = (words: string) => words.replace(/\p{L}+/gu, (word) => `${word}${word.at(-1)}`)

/** Failed requests are the tests' own. E-mails are shown in a sandbox that keeps scripts out, our translator too. */
const EXPECTED = /^Failed to load resource|^\w+\.\w+ failed:|^Blocked script execution in/

/** Collects what React and the page complain about. */
export function complaintsOf(pages: BrowserContext): string[] {
  const complaints: string[] = []
  pages.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
  pages.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** What is wrong for a reader of this page: words that React means to have changed, and amounts that were translated. */
export const wrongTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window.staleTexts?.() ?? []), ...(window.translatedAmounts?.() ?? [])])
