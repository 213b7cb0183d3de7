import { expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '#shared/roles.ts'
import routes from '#app/routes.ts'
import { GROUPS, groupOf, groupsFor } from './places.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** The paths of all routes in the admin area, with a sample value for each parameter. */
function adminPaths(): string[] {
  const area = routes.find(({ file }) => file === 'admin/admin-area.tsx')
  const below = (children: typeof routes = []): string[] =>
    children.flatMap(({ path, children: more }) =>
      more ? below(more) : [`/${(path ?? '').replaceAll(/:\w+/g, '7')}`],
    )
  return below(area?.children)
}

test('every admin page is in the menu, or belongs to one of its groups', () => {
  const paths = adminPaths()
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => groupOf(path) === null)).toEqual([])
})

test('every admin page without a parameter is one press away in the menu', () => {
  const listed = new Set(GROUPS.flatMap(({ places }) => places.map(({ href }) => href)))
  expect(adminPaths().filter((path) => !path.includes('7') && !listed.has(path))).toEqual([])
})

test('no page is listed twice', () => {
  const listed = GROUPS.flatMap(({ places }) => places.map(({ href }) => href))
  expect(new Set(listed).size).toBe(listed.length)
})

test('marks the group of a reservation, of an event and of a deposit slip, but none on a page of visitors', () => {
  expect(
    ['/reservation/12', '/event/cooking', '/admin/checks/slip/3', '/the-land'].map(
      (path) => groupOf(path)?.id,
    ),
  ).toEqual(['guests', 'events', 'money', undefined])
})

test('leaves out the pages and groups that a person may not open', () => {
  expect(groupsFor(ALL)).toHaveLength(6)
  const some = groupsFor(['events.see', 'guests.names'])
  expect(some.map(({ id }) => id)).toEqual(['today', 'calendar', 'events'])
  expect(some.flatMap(({ places }) => places.map(({ label }) => label))).not.toContain('Create Event')
})
