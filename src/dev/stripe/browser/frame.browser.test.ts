/**
 * Tests the frame of a card field in a real browser: which messages the frame sends to the page around it.
 */
import { expect, onTestFinished, test } from 'vitest'

const script = new URL('./frame.js', import.meta.url).href

/**
 * Opens a card field in a frame, with its script, as `browser-pages.ts` does. The page around the frame has
 * not connected yet.
 */
async function openFrame(type: 'cardNumber' | 'cardExpiry' | 'cardCvc') {
  const frame = document.createElement('iframe')
  // The frame accepts messages only from a page of its own origin. A blank document has no origin, so the
  // script file is the frame's document.
  frame.src = script
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  await loaded
  const { contentDocument: page, contentWindow: inside } = frame
  if (!page || !inside) throw new Error('the frame has no page')
  page.body.innerHTML = '<input /><span id="note"></span>'
  page.body.dataset['element'] = type
  const module = Object.assign(page.createElement('script'), { type: 'module', src: script })
  const ran = new Promise((resolve) => module.addEventListener('load', resolve, { once: true }))
  page.head.append(module)
  await ran
  const input = page.querySelector('input')
  if (!input) throw new Error('the frame has no field')
  const told: unknown[] = []
  return {
    told,
    type: (text: string) => {
      input.value = text
      input.dispatchEvent(new Event('input'))
    },
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', ({ data }) => told.push(data))
      port1.start()
      const connect = { type: 'stripe-sandbox:connect', options: {} }
      inside.postMessage(connect, location.origin, [port2])
    },
  }
}

const complete = { type: 'change', change: expect.objectContaining({ complete: true }) as unknown }

test('reports text that the guest typed before the page connected to the frame, as soon as the page connects', async () => {
  const field = await openFrame('cardNumber')
  field.type('4242 4242 4242 4242')
  field.connect()
  await expect.poll(() => field.told).toContainEqual(complete)
})

test('reports text that the guest typed after the page connected to the frame, and reports the text only once', async () => {
  const field = await openFrame('cardNumber')
  field.connect()
  await expect.poll(() => field.told).toContainEqual({ type: 'ready' })
  field.type('4242 4242 4242 4242')
  field.type('4242 4242 4242 4242')
  await expect.poll(() => field.told).toContainEqual(complete)
  expect(field.told.filter((one) => (one as { type: string }).type === 'change')).toHaveLength(1)
})
