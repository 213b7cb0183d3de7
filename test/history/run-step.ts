/** Runs random steps: one step alone, two at the same time, or one while another step pauses in the middle. */
import type { SimpleStep, Step } from './operations.ts'
import { runAdminStep } from './steps/admin.ts'
import { runReservationStep } from './steps/admin-reservations.ts'
import { runGuestStep } from './steps/guest.ts'
import { runWaitlistStep } from './steps/waitlist.ts'
import { runPartyStep } from './steps/party.ts'
import { runEnvironmentStep } from './steps/environment.ts'
import { countEvent, logLine, type HistoryState } from './history-state.ts'

export async function runStep(state: HistoryState, step: Step): Promise<void> {
  switch (step.do) {
    case 'at once':
      await Promise.all([runSimpleStep(state, step.one), runSimpleStep(state, step.other)])
      return
    case 'meanwhile':
      return await runInterleaved(state, step)
    default:
      return await runSimpleStep(state, step)
  }
}

/** Runs `other` while `one` waits at a pause. If `one` never reaches the pause, runs `other` afterwards. */
async function runInterleaved(
  state: HistoryState,
  { one, at, other }: Extract<Step, { do: 'meanwhile' }>,
): Promise<void> {
  const { conditions } = state.site
  let reached = false
  const runOther = async () => {
    reached = true
    logLine(state, `… in the middle of the next line, at ${at}:`)
    await runSimpleStep(state, other)
    logLine(state, '…')
  }
  conditions.meanwhile = { at, go: runOther }
  await runSimpleStep(state, one)
  conditions.meanwhile = null
  if (!reached) await runSimpleStep(state, other)
}

async function runSimpleStep(state: HistoryState, step: SimpleStep): Promise<void> {
  const before = state.lines.length
  switch (step.do) {
    case 'open':
    case 'reload':
    case 'bring others':
    case 'sign up':
    case 'fill in a copied tab':
    case 'pay':
    case 'book':
    case 'keep a card':
    case 'answer the bank':
    case 'look':
    case 'answer by mail':
    case 'ask for an invoice':
    case 'pay an invoice':
    case 'cancel the own stay':
    case 'choose':
    case 'make a link':
    case 'take over':
    case 'withdraw the card':
    case 'take the link back':
      await runGuestStep(state, step)
      break
    case 'wait in line':
    case 'offer the own spot':
    case 'take an offer':
    case 'pass an offer on':
      await runWaitlistStep(state, step)
      break
    case 'set spots':
    case 'move the event':
    case 'set the price':
    case 'cancel':
    case 'refund':
    case 'take cash':
    case 'give by hand':
    case 'cancel the event':
    case 'move a stay':
    case 'undo a cancellation':
      await runAdminStep(state, step)
      break
    case 'sign up by hand':
    case 'note':
    case 'correct the address':
    case 'renew the links':
    case 'change the total':
    case 'choose for':
    case 'delete':
    case 'add an invoice':
    case 'change an invoice':
    case 'delete an invoice':
      await runReservationStep(state, step)
      break
    case 'add a companion':
    case 'split off':
    case 'let another pay':
      await runPartyStep(state, step)
      break
    default:
      await runEnvironmentStep(state, step)
  }
  if (state.lines.length > before) countEvent(state, step.do)
}
