/** Sends random requests to every API call. Checks each reply, and afterwards the site. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import type { SendAttack } from './attacker.ts'
import type { Known } from './random-values.ts'
import { expectDeclared, type Operation, operationsOf, shotAt } from './random-requests.ts'

interface Aim {
  shoot: SendAttack
  known: Known
  /** Texts that no reply may contain. */
  unsaid: readonly string[]
  runs: number
}

const isGuarded = ({ security = [] }: Operation) =>
  security.some((needed) => 'session' in needed || 'bearer' in needed)

/**
 * Returns two lists of API calls: those for admins or the family, and those that visitors or guests with a
 * private link may make.
 */
export async function callsOf(app: TestApp): Promise<{ guarded: Operation[]; open: Operation[] }> {
  const operations = await operationsOf(app)
  return {
    guarded: operations.filter(isGuarded),
    open: operations.filter((operation) => !isGuarded(operation)),
  }
}

/**
 * Sends random requests to each API call. Throws at a server error, an undeclared reply, or a leaked text.
 * Returns how many of the calls succeeded at least once. If none did, the run proves little.
 */
export async function fuzzAll(operations: Operation[], { shoot, known, unsaid, runs }: Aim): Promise<number> {
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
