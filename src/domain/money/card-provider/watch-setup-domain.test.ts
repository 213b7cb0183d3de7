import { expect, test } from 'vitest'
import { createClock } from '#test/support/clock.ts'
import type { WalletDomainReply } from './port.ts'
import { checkWalletDomainJob } from './watch-setup.ts'

const SETTINGS = { wallets: true, publicUrl: 'https://ranch.example' }
const ALL = { outcome: 'ok', registered: true, applePay: true, googlePay: true, link: true } as const
const NONE = { outcome: 'ok', registered: false, applePay: false, googlePay: false, link: false } as const

function watched(
  first: WalletDomainReply,
  change: Partial<Parameters<typeof checkWalletDomainJob>[0]['settings']> = {},
) {
  const site = { reply: first, asked: [] as string[], told: [] as string[] }
  const clock = createClock(new Date('2027-05-06T18:00:00Z'))
  const job = checkWalletDomainJob({
    settings: { ...SETTINGS, ...change },
    now: clock.now,
    problems: {
      report: async ({ code, detail }) => void site.told.push(`${code} ${detail}`),
      clear: async (...gone) => void site.told.push(...gone.map(({ code }) => `not ${code}`)),
    },
    provider: {
      walletDomain: async (host) => {
        site.asked.push(host)
        return site.reply
      },
    },
  })
  const tick = (minutes: number) => {
    clock.advance({ minutes })
    return job.run({}, { attempt: 1 })
  }
  return { site, tick }
}

test('reports hidden wallets until the site’s host can show all of them, and then checks once a day (R43.7)', async () => {
  const { site, tick } = watched(NONE)
  await tick(0)
  await tick(59)
  expect(site).toMatchObject({ asked: ['ranch.example'], told: ['stripe_wallets_hidden null'] })
  site.reply = { ...ALL, applePay: false, link: false }
  await tick(1)
  expect(site.told.slice(1)).toEqual(['stripe_wallets_hidden Apple Pay, Link'])
  site.reply = ALL
  for (const minutes of [60, 60, 22 * 60, 60]) await tick(minutes)
  expect(site.told.slice(2)).toEqual(['not stripe_wallets_hidden', 'not stripe_wallets_hidden'])
})

test('reports nothing about wallets on the site’s host when the card provider does not answer', async () => {
  const { site, tick } = watched({ outcome: 'unavailable', reason: 'api_error' })
  for (const minutes of [0, 60]) await tick(minutes)
  expect(site).toMatchObject({ asked: ['ranch.example', 'ranch.example'], told: [] })
})

test.each([
  ['wallets off', { wallets: false }, ['not stripe_wallets_hidden']],
  ['no https', { publicUrl: 'http://ranch.example' }, ['not stripe_wallets_hidden']],
])('makes no call and reports no hidden wallets if the site has %s', async (_name, change, told) => {
  const { site, tick } = watched(NONE, change)
  await tick(0)
  expect(site).toMatchObject({ asked: [], told })
})
