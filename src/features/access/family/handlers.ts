/** The gate of the family's calendar: asks for the name of the dog, and lets in who knows it. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { checkDogName, getFamilyGate } from '../contract.ts'
import { isFamilyCaller } from '../rules.ts'
import { isRightAnswer, newPass, PASS_SECONDS } from './pass.ts'

export function familyHandlers(services: Services): Bound[] {
  return [
    bind(checkDogName, async ({ query: { dogName } }, context) => {
      if (!context.caller.family && !context.mayGuess('dog name')) return fail('rate_limited')
      if (!isRightAnswer(services, dogName)) return false
      const { name, value } = newPass(services)
      context.setCookie(name, value, { maxAgeSeconds: PASS_SECONDS })
      return true
    }),

    bind(getFamilyGate, async (_input, { caller }) => ({
      name: services.settings.family?.name ?? null,
      passed: isFamilyCaller(caller),
    })),
  ]
}
