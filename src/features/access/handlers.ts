/** Who is calling, and how they come and go. */
import { bind, type Bound } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { isAdmin } from './contract.ts'
import { familyHandlers } from './family/handlers.ts'
import type { IdentityProvider } from './provider.ts'
import { isAdminCaller } from './rules.ts'
import { signInHandlers } from './sign-in/handlers.ts'

export function accessHandlers(services: Services, provider: IdentityProvider): Bound[] {
  return [
    bind(isAdmin, async (_input, { caller }) => isAdminCaller(caller)),
    ...familyHandlers(services),
    ...signInHandlers(services, provider),
  ]
}
