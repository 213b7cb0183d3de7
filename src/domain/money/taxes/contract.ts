/** API contract of the taxes that prices include (R50), for admins only. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { day, id, requiredLine } from '#shared/fields.ts'
import { MOST_RATE, TAX_KINDS } from './domain/taxes.ts'

const WRONG_RATE = 'Please enter 1 to 5000 hundredths of a percent'

export const taxInput = z
  .object({
    name: requiredLine(60),
    /** Basis points, that is hundredths of a percent: 825 is 8.25 %. */
    rate: z.int(WRONG_RATE).min(1, WRONG_RATE).max(MOST_RATE, WRONG_RATE),
    validFrom: day(),
    validUntil: day().nullable().default(null),
    appliesTo: z.enum(TAX_KINDS),
  })
  .refine(({ validFrom, validUntil }) => validUntil === null || validUntil >= validFrom, {
    path: ['validUntil'],
    message: 'Please choose the first day or a later one',
  })
  .meta({
    example: {
      name: 'Lodging tax',
      rate: 500,
      validFrom: '2027-07-01',
      validUntil: null,
      appliesTo: 'lodging',
    },
  })
export type TaxInput = z.output<typeof taxInput>

export const tax = z.object({
  id: z.int(),
  name: z.string(),
  rate: z.int(),
  validFrom: day(),
  /** The last day. Null for a tax that never ends. */
  validUntil: day().nullable(),
  appliesTo: z.enum(TAX_KINDS),
  /** True from the tax's first day on. Then only its last day can change. */
  begun: z.boolean(),
  /** True once the tax's last day has passed. Then nothing can change. */
  over: z.boolean(),
  version: z.int(),
})
export type ShownTax = z.output<typeof tax>

const NO_TAX = [404, 'This tax no longer exists. Please reload the page.'] as const
const STALE = 'Someone else has changed this tax in the meantime.'
const BEGUN =
  'This tax has begun, so its name, its rate, its first day and what it is on can no longer change. You can only end it: choose its last day. For a new rate, add another tax from the next day on.'
const OVER = 'This tax has ended, so it can no longer change. Add another tax instead.'

export const listTaxes = endpoint({
  name: 'taxes.list',
  route: 'GET auth/taxes',
  summary: 'Returns all taxes that prices include, those that began first come first, ended ones included',
  needs: 'money.see',
  reply: z.array(tax),
})

export const createTax = endpoint({
  name: 'taxes.create',
  route: 'POST auth/taxes',
  summary:
    'Adds a tax that prices include, and returns it. Fails if `validFrom` is not after today, because stays that have begun are recorded without it',
  needs: 'money.edit',
  body: z.object({ tax: taxInput }),
  status: 201,
  reply: z.object({ tax }),
})

export const updateTax = endpoint({
  name: 'taxes.update',
  route: 'PUT auth/taxes',
  summary:
    'Replaces all fields of a tax. From its first day on, only `validUntil` can change, to today or later. Fails if the `version` is stale, or if the tax has ended',
  needs: 'money.edit',
  body: z.object({ id: id(), version: z.int().optional(), tax: taxInput }),
  reply: z.object({ tax }),
  failures: { not_found: NO_TAX, stale: STALE, tax_begun: BEGUN, tax_over: OVER },
})

export const deleteTax = endpoint({
  name: 'taxes.delete',
  route: 'DELETE auth/taxes',
  summary:
    'Deletes a tax that has not begun. Fails from its first day on; `PUT auth/taxes` can end such a tax',
  needs: 'money.edit',
  query: z.object({ id: id() }),
  failures: {
    not_found: NO_TAX,
    tax_begun: 'This tax has begun, so it cannot be deleted. You can only end it: choose its last day.',
  },
})
