import type { PageBuild } from './pages.ts'

/** Loads the pages' code. In development, Vite loads changed pages again. */
export const loadBuild = async () =>
  (await import('virtual:react-router/server-build')) as unknown as PageBuild
