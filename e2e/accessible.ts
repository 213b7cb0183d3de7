/** What axe has to say about a page (DESIGN item 4). */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const SCHEMES = ['light', 'dark'] as const

/** Expects no violation of what is on the screen now, or of a part of it, in both schemes. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colors that are still on their way have no contrast of their own yet.
    await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition))
    expect(await violations(page, within), colorScheme).toEqual([])
  }
}

/** Each broken rule with the elements that break it. */
export async function violations(page: Page, within = 'html'): Promise<[rule: string, elements: string[]][]> {
  // The browser's own PDF viewer is not our page, and in a mail nothing runs, axe neither.
  const found = await new AxeBuilder({ page })
    .include(within)
    .exclude('iframe[title$="(PDF)"]')
    .exclude('iframe[title^="The mail"]')
    .analyze()
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
