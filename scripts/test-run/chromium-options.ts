/** How every test in a browser starts it: those of parts and those of whole pages. */
import { existsSync } from 'node:fs'

// As `chromium.ts` finds it.
const known = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const chromium = known.find((path) => path && existsSync(path))

export const CHROMIUM_OPTIONS = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A page of a test does not live long enough to earn back what optimising its scripts costs.
    '--js-flags=--no-opt --no-maglev',
  ],
}
