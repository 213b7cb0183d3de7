import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiPage } from '#test/support/http/api-page.ts'
import { declared, exported } from '#test/support/server/contracts.ts'

test('docs/api.md equals the declarations of the endpoints (R15.1)', async () => {
  const shapes = new Map(
    exported.flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name.charAt(0).toUpperCase() + name.slice(1)] as const] : [],
    ),
  )
  await expect(apiPage(declared, shapes)).toMatchFileSnapshot('../../docs/api.md')
})
