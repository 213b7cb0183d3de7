/** The calls of a spot that is passed on. */
import { z } from 'zod'
import { bind, type Bound, fail } from '../../../platform/http/bind.ts'
import type { BookingDeps } from '../deps.ts'
import { getPassOn, getTakeOver, passOn, takeBack } from './contract.ts'
import { endLinkOf, makeLink, readPassOn } from './links.ts'
import { readTakeOver } from './take-over.ts'

// A uuid column refuses other texts with an error; to a caller they are simply unknown.
const isUuid = (text: string) => z.uuid().safeParse(text).success

export function replacementHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getPassOn, async ({ query: { uuid } }) => {
      const state = isUuid(uuid) ? await readPassOn(deps, uuid) : 'not_found'
      return typeof state === 'string' ? fail(state) : state
    }),
    bind(passOn, async ({ body: { uuid } }) => {
      const state = isUuid(uuid) ? await makeLink(deps, uuid) : 'not_found'
      return typeof state === 'string' ? fail(state) : { passOn: state }
    }),
    bind(takeBack, async ({ query: { uuid } }) => {
      const state = isUuid(uuid) ? await endLinkOf(deps, uuid) : 'not_found'
      return typeof state === 'string' ? fail(state) : { passOn: state }
    }),
    bind(getTakeOver, async ({ query: { token } }) => {
      const found = isUuid(token) ? await readTakeOver(deps, token) : undefined
      return found ?? fail('not_found')
    }),
  ]
}
