/** Translates pages as a browser's translator does (R48.1). */
import type { BrowserContext, Page } from '@playwright/test'
import { translatePage, type Translator } from '#test/support/app/translate.ts'

/** Makes the browser translate each document that loads from now on. */
export async function translated(pages: Page | BrowserContext, translator: Translator = {}): Promise<void> {
  const start = `(${translatePage.toString()})(${JSON.stringify(translator)})`
  await pages.addInitScript(`addEventListener('load', () => { ${start} })`)
}

export const altered = (words: string) => words.replace(/\p{L}+/gu, (word) => `${word}${word.at(-1)}`)

/**
 * Matches messages in the console that the tests themselves cause. For example, the sandbox of an e-mail's
 * frame blocks the test's translator.
 */
const EXPECTED = /^Failed to load resource|^\w+\.\w+ failed:|^Blocked script execution in/

/** Collects the errors of all pages, and what the pages write to the console. */
export function complaintsOf(pages: BrowserContext): string[] {
  const complaints: string[] = []
  pages.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
  pages.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** Returns what is wrong on a translated page: texts that are no longer true, and translated amounts. */
export const wrongTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window.staleTexts?.() ?? []), ...(window.translatedAmounts?.() ?? [])])
