/** Takes one step of a history, alone or together with another one. */
import type { SimpleStep, Step } from './operations.ts'
import { takeAdminStep } from './steps/admin.ts'
import { takeOfficeStep } from './steps/office.ts'
import { takeGuestStep } from './steps/guest.ts'
import { takeLineStep } from './steps/offers.ts'
import { takePartyStep } from './steps/party.ts'
import { takeOutsideStep } from './steps/outside.ts'
import { count, tell, type World } from './world.ts'

export async function take(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'at once':
      await Promise.all([takeOne(world, step.one), takeOne(world, step.other)])
      return
    case 'meanwhile':
      return await takeMeanwhile(world, step)
    default:
      return await takeOne(world, step)
  }
}

/** The other step comes about while the one stands at a pause; or after it, if it never gets there. */
async function takeMeanwhile(
  world: World,
  { one, at, other }: Extract<Step, { do: 'meanwhile' }>,
): Promise<void> {
  const { conditions } = world.site
  let met = false
  const go = async () => {
    met = true
    tell(world, `… in the middle of the next line, at ${at}:`)
    await takeOne(world, other)
    tell(world, '…')
  }
  conditions.meanwhile = { at, go }
  await takeOne(world, one)
  conditions.meanwhile = null
  if (!met) await takeOne(world, other)
}

async function takeOne(world: World, step: SimpleStep): Promise<void> {
  const before = world.lines.length
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
      await takeGuestStep(world, step)
      break
    case 'wait in line':
    case 'offer the own spot':
    case 'take an offer':
    case 'pass an offer on':
      await takeLineStep(world, step)
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
      await takeAdminStep(world, step)
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
      await takeOfficeStep(world, step)
      break
    case 'add a companion':
    case 'split off':
    case 'let another pay':
      await takePartyStep(world, step)
      break
    default:
      await takeOutsideStep(world, step)
  }
  if (world.lines.length > before) count(world, step.do)
}
