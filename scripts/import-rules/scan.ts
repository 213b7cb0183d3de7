/** Reads the import statements of source files with a real parser, so that comments and texts do not count. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { ImportStatement } from './rules.ts'

/** All imports of one file of the project: static, re-exported, dynamic, and of types. */
export function importsOf(file: string, source = readFileSync(file, 'utf8')): ImportStatement[] {
  const { module, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: { specifier: string; typeOnly: boolean }[] = []
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly =
      isTypeStatement(source, start) || (entries.length > 0 && entries.every((entry) => entry.isType))
    found.push({ specifier: moduleRequest.value, typeOnly })
  }
  for (const { entries, start } of module.staticExports) {
    const specifier = entries[0]?.moduleRequest?.value
    if (specifier !== undefined) found.push({ specifier, typeOnly: isTypeStatement(source, start) })
  }
  // import('…') as an expression and as a type; the parser lists only the first kind.
  for (const match of source.matchAll(/\bimport\(\s*(['"])([^'"]+)\1/g))
    if (!comments.some((comment) => comment.start <= match.index && match.index < comment.end))
      found.push({ specifier: match[2] ?? '', typeOnly: false })
  return found.map(({ specifier, typeOnly }) => ({
    from: file,
    to: targetOf(file, specifier),
    specifier,
    typeOnly,
  }))
}

function isTypeStatement(source: string, start: number): boolean {
  return /^(import|export)\s+type\b/.test(source.slice(start, start + 40))
}

function targetOf(file: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#content/')) return path.slice(1)
  if (path.startsWith('#')) return `src/${path.slice(1)}`
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : specifier
}
