/** Holds every import in `src` against the layout's rules; ends with 1 and a line for each that breaks one. */
import { globSync } from 'node:fs'
import { brokenRule } from './import-rules/rules.ts'
import { importsOf } from './import-rules/scan.ts'

const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const broken = files.flatMap((file) =>
  importsOf(file).flatMap((statement) => {
    const rule = brokenRule(statement)
    return rule ? [`${statement.from} imports ${statement.to}: ${rule}`] : []
  }),
)
for (const line of broken) console.error(line)
console.log(`${files.length} files, ${broken.length} imports against the rules`)
process.exit(broken.length > 0 ? 1 : 0)
