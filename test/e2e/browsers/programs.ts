/** The paths at which Debian installs the browsers, and the packages to install if a browser is missing. */
import { existsSync, globSync } from 'node:fs'
import type { Browser } from './browser.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

const FIREFOX = ['firefox-esr', 'FIREFOX_PATH', ['/usr/bin/firefox-esr', '/usr/bin/firefox']] as const
const DRIVER = ['webkit2gtk-driver', 'WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']] as const
const SCREEN = ['xvfb', 'XVFB_PATH', ['/usr/bin/Xvfb']] as const
const MINI = ['webkit2gtk-driver', 'MINI_BROWSER_PATH', ['/usr/lib/*/webkit2gtk-4.*/MiniBrowser']] as const

/** Opens a headless browser. If the browser is missing, throws an error that names the package to install. */
export function openBrowser(engine: 'Firefox' | 'WebKit'): Promise<Browser> {
  return engine === 'Firefox'
    ? openFirefox(find(FIREFOX))
    : openWebKit({ driver: find(DRIVER), screen: find(SCREEN), browser: find(MINI) })
}

function find([pack, variable, places]: readonly [string, string, readonly string[]]): string {
  const given = process.env[variable]
  const found = [...(given ? [given] : []), ...globSync([...places])].find((path) => existsSync(path))
  if (!found) throw new Error(`install ${pack} (apt-get install ${pack}), or name the program by ${variable}`)
  return found
}
