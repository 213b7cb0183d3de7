/** Finds shared components on a page by role and label. */
import type { Locator, Page } from '@playwright/test'

export const carousel = (page: Page, name = 'The land in pictures') => page.getByRole('region', { name })
/**
 * Finds the count "2 of 6: …". Searches by class, because on a translated page the text is in the translator's
 * element.
 */
export const count = (of: Locator) => of.locator('.carousel-count')
export const slide = (of: Locator, name: string) => of.getByRole('group', { name })
export const picture = (of: Locator, name: string) => slide(of, name).getByRole('button')
/** Finds an open lightbox or modal. */
export const dialog = (page: Page) => page.getByRole('dialog')
