import { expect, test } from 'vitest'
import { isAdmin } from '#features/access/contract.ts'
import { TOKEN_PATH } from './browser-call.ts'

test('the token comes from a call that anybody may make, and that changes nothing', () => {
  expect(isAdmin).toMatchObject({ method: 'GET', access: 'all' })
  expect(TOKEN_PATH).toBe(`/api/${isAdmin.path}`)
})
