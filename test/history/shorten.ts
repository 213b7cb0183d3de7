/**
 * Shortens a failing list of random steps. Leaves out steps that the failure does not need, then replaces
 * pairs of simultaneous steps by single steps.
 */
import type { Step } from './operations.ts'

/**
 * Returns the shortest failing list of steps that it finds. Removing any single one of these steps would make
 * the test pass.
 * @param breaks runs a list of steps and resolves to true if that list fails too
 * @returns the steps that are left
 */
export async function shorten(
  history: readonly Step[],
  breaks: (shorter: Step[]) => Promise<boolean>,
): Promise<Step[]> {
  let shortest = [...history]
  let again = true
  while (again) {
    again = false
    for (let size = Math.ceil(shortest.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let from = shortest.length - size; from > -size; from -= size) {
        const shorter = shortest.filter((_, index) => index < from || index >= from + size)
        if (shorter.length === shortest.length || !(await breaks(shorter))) continue
        shortest = shorter
        again = true
      }
    }
    // Tries the last step first, so that the indexes of earlier steps stay valid.
    for (const [index, step] of [...shortest.entries()].toReversed()) {
      for (const plain of plainerThan(step)) {
        const simpler = shortest.toSpliced(index, 1, ...plain)
        if (!(await breaks(simpler))) continue
        shortest = simpler
        again = true
        break
      }
    }
  }
  return shortest
}

/** Returns simpler steps to try instead of this step. They replace it if the test still fails. */
function plainerThan(step: Step): Step[][] {
  switch (step.do) {
    case 'at once':
    case 'meanwhile':
      return [[step.one], [step.other], [step.one, step.other]]
    case 'book':
      if (step.card !== '4242') return [[{ ...step, card: '4242' }]]
      return [
        ...(step.companions > 0 ? [[{ ...step, companions: 0 }]] : []),
        ...(step.code === 'none' ? [] : [[{ ...step, code: 'none' as const }]]),
        [
          {
            do: 'open',
            who: step.who,
            event: step.event,
            companions: step.companions,
            keepCard: step.keepCard,
            code: step.code,
          },
        ],
      ]
    case 'wait':
      return step.working ? [[{ ...step, working: false }]] : []
    case 'pay':
    case 'pay an invoice':
      return step.card === '4242' ? [] : [[{ ...step, card: '4242' }]]
    default:
      return []
  }
}
