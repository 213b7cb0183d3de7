import { describe, expect, test } from 'vitest'
import { settingWarnings, stateWarnings, type StateFacts, WARNINGS } from './rules.ts'

const SETTINGS = {
  production: true,
  publicUrl: 'https://ranch.example.org',
  publicUrlGiven: true,
  rateLimits: true,
  keysGiven: true,
  adminEmails: [],
  adminSubjects: [],
  adminClaim: 'roles=admin',
  family: { answer: 'Rex', name: 'Jo' },
}

describe('the settings', () => {
  test.each([
    ['nothing to say of a careful one', {}, []],
    [
      'an address that nobody gave',
      { publicUrlGiven: false, publicUrl: 'http://localhost:3000' },
      ['public_url_missing'],
    ],
    ['an address without TLS', { publicUrl: 'http://ranch.example.org' }, ['public_url_http']],
    ['neither matters on a laptop', { production: false, publicUrlGiven: false, publicUrl: 'http://x' }, []],
    ['limits that are off', { rateLimits: false }, ['rate_limits_off']],
    ['nobody who could be an admin', { adminClaim: null }, ['nobody_admin']],
    ['a calendar that no family gets into', { family: null }, ['family_gate_shut']],
    ['which does not matter on a laptop', { family: null, production: false }, []],
    ['keys that it made itself', { keysGiven: false }, ['keys_in_folder']],
  ])('%s', (_what, change, codes) => {
    expect(settingWarnings({ ...SETTINGS, ...change })).toEqual(codes)
  })
})

describe('the state', () => {
  const now = new Date('2027-03-01T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const GOOD: StateFacts = {
    now,
    backup: { outcome: 'proved' },
    backupAt: ago(60),
    dead: 0,
    oldestDue: null,
    migrated: true,
  }

  test.each<[string, Partial<StateFacts>, string[]]>([
    ['all is well', {}, []],
    ['no backup', { backup: null, backupAt: null }, ['no_backup']],
    ['a backup of 36 hours is young enough', { backupAt: ago(36 * 60) }, []],
    ['an older one is not', { backupAt: ago(36 * 60 + 1) }, ['backup_old']],
    ['one that is not whole', { backup: { outcome: 'broken' } }, ['backup_broken']],
    ['none last night, and one the night before', { backup: { outcome: 'failed' } }, ['backup_failed']],
    [
      'none, the first time',
      { backup: { outcome: 'failed' }, backupAt: null },
      ['no_backup', 'backup_failed'],
    ],
    ['work that was given up', { dead: 1 }, ['dead_work']],
    ['work that has waited for ten minutes', { oldestDue: ago(10) }, []],
    ['and longer', { oldestDue: ago(11) }, ['late_work']],
    ['a database that is behind', { migrated: false }, ['migrations_missing']],
  ])('%s', (_what, change, codes) => {
    expect(stateWarnings({ ...GOOD, ...change })).toEqual(codes)
  })
})

test('each warning says what is so and what to do next, in sentences', () => {
  for (const { title, next } of Object.values(WARNINGS))
    for (const words of [title, next]) expect(words).toMatch(/^[A-Z].+\.$/)
})
