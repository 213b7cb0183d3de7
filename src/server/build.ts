import type { PageBuild } from './pages.ts'

/** Loads the pages. In development, Vite loads those that have changed again. */
export const loadBuild = async () =>
  (await import('virtual:react-router/server-build')) as unknown as PageBuild
