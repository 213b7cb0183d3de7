/** Translates pages as a browser does (R48.1). */
import type { BrowserContext, Page } from '@playwright/test'
import { translatePage, type Translator } from '#test/support/app/translate.ts'

/** Translates each document after it has loaded, beginning with the next document. */
export async function translated(pages: Page | BrowserContext, translator: Translator = {}): Promise<void> {
  const start = `(${translatePage.toString()})(${JSON.stringify(translator)})`
  await pages.addInitScript(`addEventListener('load', () => { ${start} })`)
}

/** Returns a text as it appears on the translated page. */
export const altered = (words: string) => words.replace(/\p{L}+/gu, (word) => `${word}${word.at(-1)}`)

/**
 * Messages that the tests cause themselves. E-mails are shown in a sandbox that blocks scripts, including the
 * test's translator.
 */
const EXPECTED = /^Failed to load resource|^\w+\.\w+ failed:|^Blocked script execution in/

/** Collects errors and console errors of the pages, including React's. */
export function complaintsOf(pages: BrowserContext): string[] {
  const complaints: string[] = []
  pages.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
  pages.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** Returns mistakes on a translated page: outdated text and translated amounts. */
export const wrongTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window.staleTexts?.() ?? []), ...(window.translatedAmounts?.() ?? [])])
