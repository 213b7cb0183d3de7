/** The control calls over HTTP: JSON, guarded by the secret key. */
import { Hono } from 'hono'
import { z } from 'zod'
import { identify } from './api/keys.ts'
import type { SandboxContext } from './context.ts'
import type { Control } from './control.ts'
import { controlState } from './model/controls.ts'
import { isRefusal } from './model/refusals.ts'

const command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('set'), change: controlState.partial() }),
  z.strictObject({ do: z.literal('reset') }),
  z.strictObject({
    do: z.literal('dispute'),
    id: z.string(),
    kind: z.enum(['dispute', 'inquiry', 'prevented']).optional(),
    amount: z.int().min(1).optional(),
  }),
  z.strictObject({
    do: z.literal('moveDispute'),
    id: z.string(),
    step: z.enum(['under_review', 'won', 'lost']),
    returned: z.int().min(0).optional(),
  }),
  z.strictObject({ do: z.literal('failRefund'), id: z.string() }),
  z.strictObject({ do: z.literal('finish'), id: z.string(), end: z.enum(['charge', 'fail']) }),
  z.strictObject({ do: z.literal('authenticate'), id: z.string(), answer: z.enum(['complete', 'fail']) }),
  z.strictObject({ do: z.literal('deliver') }),
])

export function controlRoutes(
  context: SandboxContext,
  control: Control,
  deliver: () => Promise<number>,
): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    const caller = identify(c.req.raw, context, 'secret')
    return isRefusal(caller) ? c.json({ error: caller.error }, 401) : next()
  })
  app.get('/', async (c) => c.json(await control.read()))
  app.post('/', async (c) => {
    const read = command.safeParse(await c.req.json().catch(() => null))
    if (!read.success) return c.json({ error: z.prettifyError(read.error) }, 400)
    return c.json({ result: (await run(control, read.data, deliver)) ?? null })
  })
  return app
}

async function run(control: Control, order: z.infer<typeof command>, deliver: () => Promise<number>) {
  switch (order.do) {
    case 'set':
      return control.set(order.change)
    case 'reset':
      return control.reset()
    case 'dispute':
      return control.dispute(order.id, order)
    case 'moveDispute':
      return control.moveDispute(order.id, order.step, order.returned)
    case 'failRefund':
      return control.failRefund(order.id)
    case 'finish':
      return control.finish(order.id, order.end)
    case 'authenticate':
      return control.authenticate(order.id, order.answer)
    case 'deliver':
      return deliver()
  }
}
