/** Who is calling. Signing in and out comes with its own calls later. */
import { bind, type Bound } from '../../platform/http/bind.ts'
import { isAdmin } from './contract.ts'
import { isAdminCaller } from './rules.ts'

export function accessHandlers(): Bound[] {
  return [bind(isAdmin, async (_input, { caller }) => isAdminCaller(caller))]
}
