/** Writes docs/reliability.md of what the runs have left in docs/measured/. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMeasured } from './measured.ts'
import { type Kept, reliabilityPage } from './page.ts'
import { readResults } from './results.mjs'

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

export function readKept(): Kept {
  return { tests: readResults(), bench: readMeasured('bench'), soak: readMeasured('soak') }
}

export function writeReliabilityPage(): void {
  writeFileSync(PAGE, reliabilityPage(readKept()))
}
