/**
 * Holds every import in `src` against the layout's rules, every table against who writes it, and all files against circles; ends
 * with 1 and a line for each that breaks one. A permission that nothing needs any more breaks the rules as well.
 */
import { globSync, readFileSync } from 'node:fs'
import { brokenImports, forTests, sharedTables, uselessPermissions } from './import-rules/rules.ts'
import { importsOf } from './import-rules/scan.ts'

const files = globSync('{src,scripts,e2e}/**/*.{ts,tsx,mjs}').map((file) => file.replaceAll('\\', '/'))
const statements = files.flatMap((file) => importsOf(file))
const broken = brokenImports(statements).map(({ from, to, rule }) => `${from} imports ${to}: ${rule}`)

const production = files.filter((file) => !forTests(file))
broken.push(...sharedTables(new Map(production.map((file) => [file, readFileSync(file, 'utf8')]))))
for (const use of uselessPermissions(statements))
  broken.push(`import-rules/rules.ts allows what nothing needs: ${use}`)

for (const line of broken) console.error(line)
console.log(`${files.length} files, ${broken.length} against the rules`)
process.exit(broken.length > 0 ? 1 : 0)
