/** Makes a broken history short: leaves out what it breaks without, then takes pairs of steps apart. */
import type { Step } from './operations.ts'

/**
 * @param breaks plays a history and says whether it breaks, too
 * @returns the shortest one found; leaving out any one of its steps would mend it
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
    for (const [index, step] of shortest.entries()) {
      for (const plain of plainerThan(step)) {
        const simpler = shortest.with(index, plain)
        if (!(await breaks(simpler))) continue
        shortest = simpler
        again = true
        break
      }
    }
  }
  return shortest
}

/** What a step could be instead, if it breaks as well. */
function plainerThan(step: Step): Step[] {
  switch (step.do) {
    case 'at once':
    case 'meanwhile':
      return [step.one, step.other]
    case 'book':
      return step.card === '4242'
        ? [{ do: 'open', who: step.who, event: step.event }]
        : [{ ...step, card: '4242' }]
    case 'wait':
      return step.working ? [{ ...step, working: false }] : []
    case 'pay':
    case 'pay an invoice':
      return step.card === '4242' ? [] : [{ ...step, card: '4242' }]
    default:
      return []
  }
}
