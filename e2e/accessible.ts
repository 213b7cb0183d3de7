/** What axe has to say about a page (R17.7). */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { DEEP } from './deep.ts'

export const SCHEMES = ['light', 'dark'] as const

/** What of a page a scheme changes: the rules of axe that look at colors. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/**
 * Expects no violation of what is on the screen now, or of a part of it: in both schemes in the long run; the short one
 * looks at a phone in the light and at a wide screen in the dark.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const wide = test.info().project.name === 'desktop'
  for (const colorScheme of DEEP ? SCHEMES : [SCHEMES[wide ? 1 : 0]]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // All rules once.
    const rules = DEEP && colorScheme === 'dark' ? OF_COLORS : undefined
    await paintCardFrames(page)
    // The frames take the colors of a scheme a moment after the page.
    await expect.poll(() => violations(page, { within, rules }), colorScheme).toEqual([])
  }
}

/**
 * Gives the frames of the card fields the color of the field around them. They are transparent. Axe looks at each frame alone and
 * assumes a white background.
 */
async function paintCardFrames(page: Page) {
  for (const field of await page.locator('.card-frame').all()) {
    const color = await field.evaluate((element) => getComputedStyle(element).backgroundColor)
    const ground = field.locator('iframe').contentFrame().locator('html')
    await ground.evaluate((html, behind) => html.style.setProperty('background-color', behind), color)
  }
}

interface Look {
  within?: string | undefined
  /** All rules when missing. */
  rules?: string[] | undefined
}

/** Each broken rule with the elements that break it. */
export async function violations(page: Page, { within = 'html', rules }: Look = {}) {
  // The browser's own PDF viewer is not our page, and in a mail nothing runs, axe neither.
  const axe = new AxeBuilder({ page })
    .include(within)
    .exclude('iframe[title$="(PDF)"]')
    .exclude('iframe[title^="The email"]')
    // Only what is told below, and in the page itself: all frames are of this site. A third of the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
