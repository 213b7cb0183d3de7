/** Answers an admin's calls about parties: who comes along, and who pays. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { addToParty, changePayer, splitFromParty } from './contract/party.ts'
import type { BookingDeps } from './deps.ts'
import { reservationReply } from './reservation-reply.ts'
import { choiceFailure } from './sign-up-handlers.ts'
import * as party from './use-cases/party.ts'

export function partyHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(addToParty, async ({ body }, { caller }) => {
      const added = await party.addCompanion(deps, { ...body, by: actorOf(caller) })
      if (added === 'done') return await reservationReply(deps, body.id)
      return typeof added === 'string' ? fail(added) : choiceFailure(added)
    }),

    bind(splitFromParty, async ({ body }, { caller }) => {
      const split = await party.splitFromParty(deps, { ...body, by: actorOf(caller) })
      return split === 'done' ? await reservationReply(deps, body.id) : fail(split)
    }),

    bind(changePayer, async ({ body }, { caller }) => {
      const changed = await party.changePayer(deps, { ...body, by: actorOf(caller) })
      return changed === 'done' ? await reservationReply(deps, body.id) : fail(changed)
    }),
  ]
}
