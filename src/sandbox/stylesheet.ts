/** The stylesheet of a sandbox's pages. */
import { readFileSync } from 'node:fs'

const common = readFileSync(new URL('./stylesheet.css', import.meta.url), 'utf8')

/** The common look, with what a sandbox adds: the address of its own stylesheet. */
export const stylesheetWith = (own: URL): string => common + readFileSync(own, 'utf8')
