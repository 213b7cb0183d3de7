/** Tests that the provider of the random histories does not depend on which of two requests is faster. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHistorySite, type HistorySite } from './site.ts'

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

/** Returns what a patchy provider answers about these payments, asked in this order. */
const answersTo = async (asked: string[]) => {
  await site.reset()
  site.conditions.provider = 'patchy'
  const answers: [string, string][] = []
  for (const id of asked) answers.push([id, (await site.app.provider.retrieveIntent(id)).outcome])
  return answers.toSorted(([one], [other]) => one.localeCompare(other))
}

test('makes a patchy provider answer about each payment equally often, whatever else is asked in between', async () => {
  const inTurn = await answersTo(['pi_one', 'pi_two', 'pi_one', 'pi_two', 'pi_one', 'pi_two'])
  expect(inTurn.slice(0, 3).map(([, outcome]) => outcome)).toEqual([
    'not_found',
    'unavailable',
    'unavailable',
  ])
  expect(await answersTo(['pi_two', 'pi_two', 'pi_one', 'pi_two', 'pi_one', 'pi_one'])).toEqual(inTurn)
})
