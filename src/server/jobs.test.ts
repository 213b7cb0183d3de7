import { afterAll, expect, test } from 'vitest'
import { outbox } from '#platform/database/schema/outbox.ts'
import { buildTestApp } from '#test/support/app.ts'
import { NEW_NAMES } from './former-jobs.ts'

const stripe = {
  kind: 'stripe',
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  apiBase: null,
} as const
const bucket = { kind: 's3', bucket: 'ranch', endpoint: 'http://127.0.0.1:9' } as const
process.env['AWS_ACCESS_KEY_ID'] = process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER'
const backups = {
  make: async () => ({ outcome: 'stopped' }) as const,
  sweep: async () => {},
  remove: async () => {},
}

const full = await buildTestApp({ settings: { payments: stripe, files: bucket }, parts: { backups } })
const plain = await buildTestApp()
afterAll(() => Promise.all([full.close(), plain.close()]))

const kindsOf = ({ jobs }: typeof full) => jobs.jobs.map(({ kind }) => kind)

test('names each job by its own verb and object', () => {
  const kinds = kindsOf(full)
  expect(kinds.length).toBe(new Set(kinds).size)
  for (const kind of kinds) expect(kind).toMatch(/^[a-z]+(-[a-z]+)+$/)
})

test('runs backups, the file store check and the wallet check only where they are set up', () => {
  const missing = kindsOf(full).filter((kind) => !kindsOf(plain).includes(kind))
  expect(missing.toSorted()).toEqual([
    'check-file-store',
    'check-wallet-domain',
    'make-backup',
    'start-backup',
  ])
})

test('runs e-mails on the second worker, so that a slow mail server delays no other job', () => {
  const slow = full.jobs.jobs.filter(({ isSlow }) => isSlow).map(({ kind }) => kind)
  expect(slow).toEqual(['send-email', 'write-decoy-email'])
})

test('renames the jobs of older versions to kinds that exist', () => {
  expect(Object.values(NEW_NAMES).filter((kind) => !kindsOf(full).includes(kind))).toEqual([])
})

test('runs jobs that a process of an older version left behind', async () => {
  const { db } = plain.services
  const runAt = plain.services.now()
  await db.insert(outbox).values({ kind: 'uploads.forget', payload: {}, dedupeKey: 'left', runAt })
  await plain.beforeServing()
  await plain.jobs.runDue()
  expect(await db.select().from(outbox)).toMatchObject([{ kind: 'delete-unused-uploads', doneAt: runAt }])
})
