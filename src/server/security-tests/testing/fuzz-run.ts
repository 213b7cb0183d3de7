/** Random requests at every call that the site describes, and what must be true of each answer and of the house afterwards. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '#testing/app.ts'
import type { Shoot } from './attacker.ts'
import type { Known } from './random-values.ts'
import { expectDeclared, type Operation, operationsOf, shotAt } from './random-requests.ts'

interface Aim {
  shoot: Shoot
  known: Known
  /** Texts that no answer may hold. */
  unsaid: readonly string[]
  /** Requests to each call. */
  runs: number
}

const isGuarded = ({ security = [] }: Operation) =>
  security.some((needed) => 'session' in needed || 'bearer' in needed)

/** The calls for admins and the family; and those that everybody, or whoever has a link, may make. */
export async function callsOf(app: TestApp): Promise<{ guarded: Operation[]; open: Operation[] }> {
  const operations = await operationsOf(app)
  return {
    guarded: operations.filter(isGuarded),
    open: operations.filter((operation) => !isGuarded(operation)),
  }
}

/**
 * Shoots at each call in turn; fails on a server error, on what the description does not say, and on a text that slipped out.
 * Gives how many calls did what was asked at least once: a storm that is always refused proves little.
 */
export async function storm(operations: Operation[], { shoot, known, unsaid, runs }: Aim): Promise<number> {
  const answered = new Set<Operation>()
  for (const operation of operations) {
    const holds = fc.asyncProperty(shotAt(operation, known), async (shot) => {
      const answer = await shoot(shot)
      expectDeclared(operation, answer)
      if (answer.status < 300) answered.add(operation)
      const told = `${answer.text} ${JSON.stringify([...answer.headers])}`
      for (const text of unsaid) expect(told, `${shot.method} ${shot.path}`).not.toContain(text)
    })
    await fc.assert(holds, { numRuns: runs })
  }
  return answered.size
}
