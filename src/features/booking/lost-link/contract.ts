/** The call of guests who have lost their private link (R8.6). */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { emailField } from '#shared/fields.ts'

export const lostLink = endpoint({
  name: 'booking.lostLink',
  method: 'POST',
  path: 'lostLink',
  summary:
    'Mails the private links of an address to it, at most once in 15 minutes; the reply is the same whether or not the address is known',
  access: 'all',
  limit: 'mail',
  body: z.object({ email: emailField() }),
  reply: z.object({ message: z.string() }),
})
