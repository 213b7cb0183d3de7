/** API contract of the calls by which admins manage discount codes (R41). */
import { z } from 'zod'
import { reservation } from '#domain/booking/contract/reservation.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, id, instantText, optionalText } from '#shared/fields.ts'
import { CODE_KINDS } from '../domain/discount.ts'
import { offeredCode, typedCode } from './guest.ts'

const CODE_TEXT = /^[A-Z0-9][A-Z0-9-]{2,39}$/

export const codeInput = z
  .object({
    code: typedCode().refine(
      (code) => CODE_TEXT.test(code),
      'Please use 3 to 40 letters and digits, and hyphens between them',
    ),
    kind: z.enum(CODE_KINDS),
    value: cents().min(0, 'Please enter 0 or more'),
    suggestion: cents().min(0, 'Please enter $0.00 or more').nullable().default(null),
    eventId: id().nullable().default(null),
    validFrom: day().nullable().default(null),
    validUntil: day().nullable().default(null),
    uses: z
      .int('Please enter a whole number')
      .min(1, 'Please enter 1 or more, or nothing')
      .max(100_000, 'Please enter 100,000 at most, or nothing')
      .nullable()
      .default(null),
    note: optionalText(500),
  })
  .superRefine((code, { addIssue }) => {
    for (const [path, message] of codeProblems(code)) addIssue({ code: 'custom', path: [path], message })
  })
  .meta({
    example: {
      code: 'SPRING25',
      kind: 'percent',
      value: 25,
      suggestion: null,
      eventId: null,
      validFrom: '2027-03-01',
      validUntil: '2027-05-31',
      uses: 20,
      note: 'For the newsletter',
    },
  })
export type CodeInput = z.output<typeof codeInput>

function codeProblems({ kind, value, suggestion, validFrom, validUntil }: CodeInput): [string, string][] {
  const problems: [string, string | false][] = [
    ['value', kind === 'percent' && (value < 1 || value > 100) && 'Please enter 1 to 100 percent'],
    ['value', kind === 'amount' && value < 1 && 'Please enter more than $0.00'],
    [
      'suggestion',
      suggestion !== null && kind !== 'open' && 'Only codes with which guests name the price can have this',
    ],
    ['suggestion', suggestion !== null && suggestion < value && 'Please suggest at least the lowest price'],
    [
      'validUntil',
      validFrom !== null &&
        validUntil !== null &&
        validUntil < validFrom &&
        'Please choose the first day or a later one',
    ],
  ]
  return problems.flatMap(([path, message]) => (message === false ? [] : [[path, message]]))
}

export const code = z.object({
  id: z.int(),
  ...offeredCode.shape,
  event: z.object({ id: z.int(), name: z.string() }).nullable(),
  validFrom: day().nullable(),
  validUntil: day().nullable(),
  /** The number of sign-ups that may use the code. Null means unlimited. */
  uses: z.int().nullable(),
  /** The number of pending and confirmed sign-ups that use the code. */
  used: z.int(),
  /**
   * True once anyone has signed up with the code, even if that sign-up ended. Then the code can no longer be
   * renamed, because monthly statements contain its name.
   */
  everUsed: z.boolean(),
  /** Total discount in cents on confirmed reservations. */
  given: z.int().meta({ title: 'Cents' }),
  note: z.string().nullable(),
  endedAt: instantText().nullable(),
  version: z.int(),
})
export type Code = z.output<typeof code>

const codeUse = z.object({
  reservationId: z.int(),
  /** The guest who signed up with the code. Empty if the guest's data was deleted. */
  customerName: z.string(),
  ...reservation.pick({ status: true, waitsForMailbox: true }).shape,
  event: z.object({ id: z.int(), name: z.string() }),
  /** Discount in cents for the whole party. */
  discount: cents(),
  people: z.int(),
  signedUpAt: instantText(),
})
export type CodeUse = z.output<typeof codeUse>

const NO_CODE = [404, 'This code no longer exists. Please reload the page.'] as const
const CODE_TAKEN = 'Another code has this name. Please choose another name.'
const NO_EVENT = 'This retreat no longer exists. Please choose another.'
const STALE = 'Someone else has changed this code in the meantime.'

export const listCodes = endpoint({
  name: 'codes.list',
  route: 'GET auth/codes',
  summary:
    'Returns all discount codes, each with its rules and the number of sign-ups that use it. Ended codes come last',
  needs: 'money.edit',
  reply: z.array(code),
})

export const listCodeUses = endpoint({
  name: 'codes.uses',
  route: 'GET auth/codes/uses',
  summary: 'Returns up to 500 sign-ups that used a discount code, newest first, including canceled ones',
  needs: 'money.edit',
  query: z.object({ id: id() }),
  reply: z.array(codeUse),
  failures: { not_found: NO_CODE },
})

export const createCode = endpoint({
  name: 'codes.create',
  route: 'POST auth/codes',
  summary:
    'Creates a discount code and returns it. Fails if another code has the same name, or if the event `eventId` no longer exists',
  needs: 'money.edit',
  body: z.object({ code: codeInput }),
  status: 201,
  reply: z.object({ code }),
  failures: { code_taken: CODE_TAKEN, event_gone: NO_EVENT },
})

export const updateCode = endpoint({
  name: 'codes.update',
  route: 'PUT auth/codes',
  summary:
    'Replaces all rules of a discount code for later sign-ups. A rule that is missing in `code` gets its default. Fails if the `version` is stale, if the new name is taken, if the name changes after the code was used, or if the event `eventId` no longer exists',
  needs: 'money.edit',
  body: z.object({ id: id(), version: z.int().optional(), code: codeInput }),
  reply: z.object({ code }),
  failures: { not_found: NO_CODE, code_taken: CODE_TAKEN, event_gone: NO_EVENT, stale: STALE },
})

export const endCode = endpoint({
  name: 'codes.end',
  route: 'PUT auth/codes/end',
  summary:
    'Ends a discount code for new sign-ups (`ended: true`), or allows it again (`ended: false`). Guests who already signed up with it keep their price',
  needs: 'money.edit',
  body: z.object({ id: id(), ended: z.boolean() }),
  reply: z.object({ code }),
  failures: { not_found: NO_CODE },
})

export const deleteCode = endpoint({
  name: 'codes.delete',
  route: 'DELETE auth/codes',
  summary:
    'Deletes a discount code that was never used. Fails if somebody has signed up with it; `PUT auth/codes/end` can end such a code',
  needs: 'money.edit',
  query: z.object({ id: id() }),
  failures: {
    not_found: NO_CODE,
    code_used: 'A guest has signed up with this code, so it cannot be deleted. End it instead.',
  },
})
