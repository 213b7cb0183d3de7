/**
 * Tests the card provider's simulated outages. They must not depend on which of two simultaneous requests is
 * faster.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHistorySite, type HistorySite } from './site.ts'

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

/**
 * Asks a card provider that sometimes fails (`patchy`) about these payments, in this order. Returns its
 * replies.
 */
const answersTo = async (asked: string[]) => {
  await site.reset()
  site.conditions.provider = 'patchy'
  const answers: [string, string][] = []
  for (const id of asked) answers.push([id, (await site.app.provider.retrieveIntent(id)).outcome])
  return answers.toSorted(([one], [other]) => one.localeCompare(other))
}

test('gives each payment the same sequence of replies and failures, whatever other payments are requested in between', async () => {
  const inTurn = await answersTo(['pi_one', 'pi_two', 'pi_one', 'pi_two', 'pi_one', 'pi_two'])
  expect(inTurn.slice(0, 3).map(([, outcome]) => outcome)).toEqual([
    'not_found',
    'unavailable',
    'unavailable',
  ])
  expect(await answersTo(['pi_two', 'pi_two', 'pi_one', 'pi_two', 'pi_one', 'pi_one'])).toEqual(inTurn)
})
