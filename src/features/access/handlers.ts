/** Who is calling, and how they come and go. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { checkDogName, getFamilyGate, isAdmin } from './contract.ts'
import { isRightAnswer, newPass, PASS_SECONDS } from './family-pass.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { isAdminCaller, isFamilyCaller } from './rules.ts'
import { signInHandlers } from './sign-in-handlers.ts'

export function accessHandlers(services: Services, provider: IdentityProvider): Bound[] {
  return [
    bind(isAdmin, async (_input, { caller }) => isAdminCaller(caller)),
    ...familyHandlers(services),
    ...signInHandlers(services, provider),
  ]
}

/** The gate of the family's calendar: asks for the name of the dog, and lets in who knows it. */
function familyHandlers(services: Services): Bound[] {
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
