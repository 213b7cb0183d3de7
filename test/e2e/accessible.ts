/** Checks the accessibility of pages with the tool axe (R17.7). */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { DEEP } from './deep.ts'

export const SCHEMES = ['light', 'dark'] as const

/** The rules of axe about colors. Pages in the light and the dark scheme can differ only in these rules. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds no accessibility problem on the screen or in a part of it. The long run checks both
 * color schemes. The short run checks phones in light mode and wide screens in dark mode.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  const wide = test.info().project.name === 'desktop'
  for (const colorScheme of DEEP ? SCHEMES : [SCHEMES[wide ? 1 : 0]]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The long run checks all rules in the light scheme, and only the rules about colors in the dark scheme.
    const rules = DEEP && colorScheme === 'dark' ? OF_COLORS : undefined
    await paintCardFrames(page)
    // Tries several times, because the frames of the card fields change their colors shortly after the page
    // does.
    await expect.poll(() => violations(page, { within, rules }), colorScheme).toEqual([])
  }
}

/**
 * Colors the transparent frames of the card fields like the page, because axe checks each frame alone and
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
  rules?: string[] | undefined
}

/** Returns each violated rule with the elements that violate it. */
export async function violations(page: Page, { within = 'html', rules }: Look = {}) {
  // Leaves out the browser's PDF viewer, which does not belong to the site. Also leaves out e-mails, because
  // no script can run in them.
  const axe = new AxeBuilder({ page })
    .include(within)
    .exclude('iframe[title$="(PDF)"]')
    .exclude('iframe[title^="The email"]')
    // Asks axe only for violations. Lets axe read frames as part of the page, because all frames are from
    // this site. That takes a third of the time of reading each frame alone.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const found = await (rules ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
