/** Runs the tests in the system's Firefox, over WebDriver BiDi. */
import { type ElementHandle, launch } from 'puppeteer-core'
import { again, type Browser, type Find, until } from './browser.ts'

/**
 * Opens Firefox.
 * @param program the path of Firefox
 * @returns a browser with one empty page
 */
export async function openFirefox(program: string): Promise<Browser> {
  const firefox = await launch({ browser: 'firefox', executablePath: program, headless: true })
  const page = await firefox.newPage()
  const element = async (find: Find) => {
    await until(browser, find)
    return (await page.evaluateHandle(find)) as ElementHandle<HTMLElement>
  }
  const browser: Browser = {
    name: 'Firefox',
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression) as never,
    click: (find) => again(async () => (await element(find)).click()),
    type: async (find, text) => (await element(find)).type(text),
    typeInFrame: async (find, field, text) => {
      const frame = await (await element(find)).contentFrame()
      if (!frame) throw new Error(`${find} is not a frame`)
      await frame.waitForFunction(field)
      const handle = (await frame.evaluateHandle(field)) as ElementHandle<HTMLElement>
      await handle.type(text)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => firefox.close(),
  }
  return browser
}
