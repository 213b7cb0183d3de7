/** Runs the tests in WebKitGTK, over WebDriver, on a virtual screen. */
import { spawn } from 'node:child_process'
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '#test/support/process.ts'
import { again, type Browser, type Find, until } from './browser.ts'

/**
 * Opens WebKit. @param programs the paths of WebKitWebDriver, Xvfb and MiniBrowser; @returns a browser with one
 * empty page
 */
export async function openWebKit(programs: {
  driver: string
  screen: string
  browser: string
}): Promise<Browser> {
  const screen = await openScreen(programs.screen)
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_FORCE_SANDBOX: '0',
  }
  const service = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const end = () => {
    service.kill()
    screen.close()
  }
  try {
    const driver = await connect(`http://127.0.0.1:${port}`, programs.browser)
    return browserOf(driver, end)
  } catch (error) {
    end()
    throw error
  }
}

/** Starts Xvfb, a virtual screen. It chooses a free display number and writes it to file descriptor 3. */
async function openScreen(program: string) {
  const screen = spawn(program, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const told = screen.stdio[3] as NodeJS.ReadableStream
  const number = await new Promise<string>((resolve, reject) => {
    told.once('data', (data) => resolve(String(data).trim()))
    screen.once('exit', () => reject(new Error('Xvfb did not start')))
    screen.once('error', reject)
  })
  return { display: `:${number}`, close: () => screen.kill() }
}

async function connect(server: string, binary: string): Promise<WebDriver> {
  const wanted = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
  const deadline = Date.now() + 20_000
  for (;;)
    try {
      return await new Builder().usingServer(server).withCapabilities(wanted).build()
    } catch (error) {
      if (Date.now() > deadline || !/ECONNREFUSED/.test(String(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}

function browserOf(driver: WebDriver, end: () => void): Browser {
  const element = async (find: Find) => {
    await until(browser, find)
    return driver.executeScript<WebElement>(`return ${find}`)
  }
  const browser: Browser = {
    name: 'WebKit',
    goto: (url) => driver.get(url),
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    click: (find) => again(async () => (await element(find)).click()),
    type: async (find, text) => (await element(find)).sendKeys(text),
    typeInFrame: async (find, field, text) => {
      await driver.switchTo().frame(await element(find))
      try {
        await (await element(field)).sendKeys(text)
      } finally {
        await driver.switchTo().defaultContent()
      }
    },
    resize: async (width, height) =>
      void (await driver.manage().window().setRect({ x: 0, y: 0, width, height })),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().finally(end)
    },
  }
  return browser
}
