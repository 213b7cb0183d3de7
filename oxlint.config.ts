/**
 * What the linter checks, and the order of folders: who may import whom.
 *
 *     shared ← platform ← features ← web, server, sandbox        ui uses shared only
 *     in a feature:   rules, domain ← contract ← store ← handlers        its ui uses contract, rules and domain
 *     in booking:     domain ← contract ← store ← transitions ← payments ← use-cases ← handlers
 *
 * Tests and files in `testing` folders may import anything.
 */
import { readdirSync } from 'node:fs'
import { defineConfig, type DummyRuleMap } from 'oxlint'

/** Files of `target` import no file of `from`, save those of `except`. All three are paths, or all globs. */
interface Zone {
  target: string | string[]
  from: string | string[]
  except?: string[]
  message: string
}

/** The folders of `src`, each with those that it may use besides its own. */
const USES = {
  shared: [],
  ui: ['shared'],
  platform: ['shared'],
  features: ['shared', 'ui', 'platform'],
  web: ['shared', 'ui', 'features', 'platform/database/schema'],
  sandbox: ['shared', 'platform', 'features'],
  server: ['shared', 'ui', 'platform', 'features', 'web', 'sandbox'],
}

const folders: Zone[] = Object.entries(USES).map(([folder, used]) => ({
  target: `src/${folder}`,
  from: 'src',
  except: [folder, ...used],
  message: `src/${folder} uses ${used.join(', ') || 'nothing else of src'}.`,
}))

/** What a feature shows to pages. Other features use its `index.ts` as well; the rest is its own. */
const SHOWN = 'contract|contract.ts|rules.ts|*-rules.ts|domain|ui'

const features: Zone[] = readdirSync('src/features').map((feature) => ({
  target: `src/features/!(${feature})/**`,
  from: `src/features/${feature}/!(index.ts|${SHOWN}){,/**}`,
  message: `Other features use index.ts, contract, rules, domain and ui of ${feature}.`,
}))

const STORE = 'src/features/*/{store,store.ts}{,/**}'
const HANDLERS = 'src/features/*/{handlers,handlers.ts,*-handlers.ts}{,/**}'

const parts: Zone[] = [
  {
    target: 'src/app/**',
    from: `src/features/*/!(${SHOWN}){,/**}`,
    message: 'Pages use contract, rules, domain and ui of a feature.',
  },
  {
    target: 'src/features/*/{ui/**,contract.ts,contract/**,rules.ts,*-rules.ts,domain/**}',
    from: [STORE, HANDLERS],
    message: 'Rules, contract and ui use neither store nor handlers.',
  },
  {
    target: 'src/features/*/{contract.ts,contract/**,rules.ts,*-rules.ts,domain/**}',
    from: 'src/features/*/ui/**',
    message: 'Rules and contract are not rendered: they use no ui.',
  },
  { target: STORE, from: HANDLERS, message: 'A store uses no handlers.' },
]

/** The parts of booking, from the lowest to the highest. */
const BOOKING = [
  'domain',
  '{contract,deps.ts,sealed-guest.ts}',
  'store',
  'transitions.ts',
  'payments',
  'use-cases',
  '{handlers.ts,*-handlers.ts,jobs.ts}',
  'index.ts',
]

const booking: Zone[] = BOOKING.slice(0, -1).map((part, height) => ({
  target: `src/domain/booking/${part}{,/**}`,
  from: BOOKING.slice(height + 1).map((above) => `src/domain/booking/${above}{,/**}`),
  message: 'In booking: domain ← contract ← store ← transitions ← payments ← use-cases ← handlers ← index.',
}))

const forTests: Zone = {
  target: 'src/**',
  from: ['src/testing/**', 'src/**/testing/**'],
  message: 'Only tests may import files of src/testing and of testing folders.',
}

/** Refused by the text of the import. Of the overrides that match a file the last one counts, so each lists all of its own. */
const FAR = {
  regex: '^(\\.\\./){3}',
  message: 'Import files that are three folders up from the top: #features/…, #shared/….',
}
const SQL = {
  regex: '^(drizzle-orm|drizzle-kit|pg|@electric-sql/pglite)(/|$)',
  message: 'SQL lives in stores and in the platform.',
  allowTypeImports: true,
}
const PLATFORM = {
  regex: '^#platform/',
  message: 'Rendered code never talks to the database or the platform. It may import their types.',
  allowTypeImports: true,
}
const BUNDLED = {
  regex: '\\.tsx$',
  message: 'The server reaches .tsx through the bundle: it may import types.',
  allowTypeImports: true,
}
const refuse = (
  ...patterns: { regex: string; message: string; allowTypeImports?: boolean }[]
): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns }],
})

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'jsx-a11y', 'promise'],
  jsPlugins: [{ name: 'paths', specifier: 'eslint-plugin-import-x' }],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'no-control-regex': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': 'error',
    'unicorn/no-array-sort': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/no-explicit-any': 'error',
    'no-console': 'error',
    'paths/no-restricted-paths': [
      'error',
      { zones: [...folders, ...features, ...parts, ...booking, forTests] },
    ],
  },
  overrides: [
    { files: ['src/{shared,platform,server,sandbox}/**'], rules: refuse(FAR, BUNDLED) },
    { files: ['src/features/**'], rules: refuse(FAR, BUNDLED, SQL) },
    { files: ['src/features/*/store.ts', 'src/features/*/store/**'], rules: refuse(FAR, BUNDLED) },
    { files: ['src/app/ui/**', 'src/app/**', 'src/features/*/ui/**'], rules: refuse(FAR, SQL, PLATFORM) },
    {
      files: ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**', 'scripts/**'],
      rules: { 'paths/no-restricted-paths': 'off', 'no-restricted-imports': 'off' },
    },
    {
      files: [
        'scripts/**',
        'test/support/postgres/**',
        '*.config.ts',
        'src/app/browser-call.ts',
        'src/app/ui/scene-script.ts',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
