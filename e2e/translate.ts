/** A page that the browser translates (R48.1). */
import type { BrowserContext, Page } from '@playwright/test'
import { translatePage, type Translator } from '#ui/testing/translate.ts'

/** From the next document on, each is translated once it has loaded. */
export async function translated(pages: Page | BrowserContext, translator: Translator = {}): Promise<void> {
  const start = `(${translatePage.toString()})(${JSON.stringify(translator)})`
  await pages.addInitScript(`addEventListener('load', () => { ${start} })`)
}
