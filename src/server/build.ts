import type { PageBuild } from './pages.ts'

/** Loads the code of the pages. In development, Vite reloads changed pages. */
export const loadBuild = async () =>
  (await import('virtual:react-router/server-build')) as unknown as PageBuild
