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

describe('warnings for the operator about the settings', () => {
  test.each([
    ['does not warn about complete settings', {}, []],
    [
      'warns about a missing public address',
      { publicUrlGiven: false, publicUrl: 'http://localhost:3000' },
      ['public_url_missing'],
    ],
    ['warns about an address without TLS', { publicUrl: 'http://ranch.example.org' }, ['public_url_http']],
    [
      'does not warn about the address outside production',
      { production: false, publicUrlGiven: false, publicUrl: 'http://x' },
      [],
    ],
    ['warns about disabled rate limits', { rateLimits: false }, ['rate_limits_off']],
    ['warns about settings that make nobody an admin', { adminClaim: null }, ['nobody_admin']],
    ['warns about a family calendar that the family cannot open', { family: null }, ['family_gate_shut']],
    ['does not warn about the family calendar outside production', { family: null, production: false }, []],
    ['warns about keys that the site generated itself', { keysGiven: false }, ['keys_in_folder']],
  ])('appear only for settings that need them: the site %s', (_what, change, codes) => {
    expect(settingWarnings({ ...SETTINGS, ...change })).toEqual(codes)
  })
})

describe("warnings for the operator about the site's condition", () => {
  const now = new Date('2027-03-01T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const GOOD: StateFacts = {
    now,
    nightly: true,
    backup: { outcome: 'proved' },
    backupAt: ago(60),
    dead: 0,
    oldestDue: null,
    migrated: true,
  }

  test.each<[string, Partial<StateFacts>, string[]]>([
    ['does not warn if all is well', {}, []],
    ['warns about a missing backup', { backup: null, backupAt: null }, ['no_backup']],
    [
      'does not warn about a missing backup if nightly backups are off',
      { nightly: false, backup: null, backupAt: null },
      [],
    ],
    [
      'does not warn about an old backup if nightly backups are off',
      { nightly: false, backupAt: ago(9_999) },
      [],
    ],
    ['does not warn about a backup of 36 hours', { backupAt: ago(36 * 60) }, []],
    ['warns about a backup older than 36 hours', { backupAt: ago(36 * 60 + 1) }, ['backup_old']],
    ['warns about a backup that failed its test', { backup: { outcome: 'broken' } }, ['backup_broken']],
    [
      'warns about a failed backup last night, if there is an older one',
      { backup: { outcome: 'failed' } },
      ['backup_failed'],
    ],
    [
      'warns about a failed first backup and that there is none',
      { backup: { outcome: 'failed' }, backupAt: null },
      ['no_backup', 'backup_failed'],
    ],
    ['warns about a job that was given up', { dead: 1 }, ['dead_work']],
    ['does not warn about a job that has been due for ten minutes', { oldestDue: ago(10) }, []],
    [
      'warns about a job that has been due for longer than ten minutes',
      { oldestDue: ago(11) },
      ['late_work'],
    ],
    ['warns about a database with missing migrations', { migrated: false }, ['migrations_missing']],
  ])('appear only for problems that exist: the site %s', (_what, change, codes) => {
    expect(stateWarnings({ ...GOOD, ...change })).toEqual(codes)
  })
})

test('says in full sentences what each warning means and what to do next', () => {
  for (const { title, next } of Object.values(WARNINGS))
    for (const words of [title, next]) expect(words).toMatch(/^[A-Z].+\.$/)
})
