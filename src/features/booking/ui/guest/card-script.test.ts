/** What is asked of the payment provider's host for its script, and for how long, without a browser. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadProvider, PROVIDERS_SCRIPT } from './card-script.ts'

interface FakeScript {
  src: string
  heard: Record<string, () => void>
}

let scripts: FakeScript[]
function createElement() {
  const script: FakeScript & object = { src: '', heard: {} }
  return Object.assign(script, {
    addEventListener: (name: string, listener: () => void) => (script.heard[name] = listener),
    removeEventListener: () => {},
    remove: () => {},
  })
}

beforeEach(() => {
  scripts = []
  const append = (script: FakeScript) => void scripts.push(script)
  const head = { appendChild: append, append }
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { head, createElement, querySelectorAll: () => [] })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const REAL = { publishableKey: 'pk_live_x', scriptUrl: null }
const SANDBOX = { publishableKey: 'pk_test_x', scriptUrl: '/dev/stripe/js/stripe.js' }

function arrive(stripe: object) {
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) })
  scripts.at(-1)?.heard['load']?.()
}

async function expectGivenUpInTime(loading: Promise<unknown>) {
  const outcome = vi.fn()
  loading.catch(outcome)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledExactlyOnceWith(new Error('The payment script did not come.'))
}

test('the provider’s script comes from its host, told not to watch our pages, within half a minute or at the next try', async () => {
  await expectGivenUpInTime(loadProvider(REAL))
  const refused = expect(loadProvider(REAL)).rejects.toThrow('The payment script did not load.')
  scripts.at(-1)?.heard['error']?.()
  await refused
  const third = loadProvider(REAL)
  const stripe = {}
  arrive(stripe)
  expect(await third).toBe(stripe)
  expect(await loadProvider(REAL)).toBe(stripe)
  expect(scripts.map(({ src }) => src)).toEqual(Array(3).fill(PROVIDERS_SCRIPT))
})

test('it is the release that the installed package is made for, without its watching', () => {
  const loader = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8')
  const [, release] = /RELEASE_TRAIN = '(\w+)'/.exec(loader) ?? []
  expect(PROVIDERS_SCRIPT).toBe(`https://js.stripe.com/${release}/stripe.js?advancedFraudSignals=false`)
})

test('the sandbox’s is ours, within half a minute too, and the provider’s host is not asked', async () => {
  const warned = vi.spyOn(console, 'warn')
  await expectGivenUpInTime(loadProvider(SANDBOX))
  const loading = loadProvider(SANDBOX)
  arrive({})
  await loading
  expect(new Set(scripts.map(({ src }) => src))).toEqual(new Set([SANDBOX.scriptUrl]))
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})
