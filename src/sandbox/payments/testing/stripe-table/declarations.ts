/**
 * Reads a package's type declarations (`.d.ts`) into plain names: what each exported interface, alias and class method says.
 * TypeScript 7 has no classic compiler API, so Babel's parser reads them.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from '@babel/parser'
import type {
  ClassDeclaration,
  Declaration,
  Statement,
  TSEntityName,
  TSInterfaceDeclaration,
  TSModuleDeclaration,
  TSTypeAliasDeclaration,
} from '@babel/types'

export type Declared = TSInterfaceDeclaration | TSTypeAliasDeclaration | ClassDeclaration

/** A declaration and where it stands: names in it are looked for from there outwards. */
export interface Found {
  node: Declared
  file: DeclarationFile
  /** With the namespaces around it, such as `Refund.DestinationDetails`. */
  name: string
}

interface DeclarationFile {
  path: string
  declared: Map<string, Declared>
  /** Imported name → the file that it comes from. */
  imports: Map<string, string>
}

const files = new Map<string, DeclarationFile>()

export function readDeclarations(path: string): DeclarationFile {
  const known = files.get(path)
  if (known) return known
  const { program } = parse(readFileSync(path, 'utf8'), {
    sourceType: 'module',
    plugins: [['typescript', { dts: true }]],
  })
  const file: DeclarationFile = { path, declared: new Map(), imports: new Map() }
  files.set(path, file)
  collect(program.body, '', file)
  return file
}

function collect(statements: Statement[], prefix: string, file: DeclarationFile): void {
  for (const statement of statements) {
    if (statement.type === 'ImportDeclaration') {
      const target = declarationsOf(file.path, statement.source.value)
      if (target !== null) for (const { local } of statement.specifiers) file.imports.set(local.name, target)
    } else {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declaration) declare(declaration as Declaration, prefix, file)
    }
  }
}

function declare(node: Declaration, prefix: string, file: DeclarationFile): void {
  if (node.type === 'TSModuleDeclaration') return declareInside(node, prefix, file)
  const isType = node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration'
  if ((isType || node.type === 'ClassDeclaration') && node.id) file.declared.set(prefix + node.id.name, node)
}

function declareInside(node: TSModuleDeclaration, prefix: string, file: DeclarationFile): void {
  if (node.body.type === 'TSModuleBlock' && node.id.type === 'Identifier')
    collect(node.body.body, `${prefix}${node.id.name}.`, file)
}

/** The file that an import within the package names; null for another package's. */
function declarationsOf(from: string, source: string): string | null {
  return source.startsWith('.') ? join(dirname(from), source.replace(/\.js$/, '') + '.d.ts') : null
}

export const nameOf = (name: TSEntityName): string =>
  name.type === 'Identifier'
    ? name.name
    : name.type === 'TSQualifiedName'
      ? `${nameOf(name.left)}.${name.right.name}`
      : 'this'

/** The meaning of a name at a place: in its own namespaces, innermost first, then in its file, then where it is imported from. */
export function resolve(name: string, from: Found): Found | null {
  for (let scope = from.name; ; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    const full = scope === '' ? name : `${scope}.${name}`
    const node = from.file.declared.get(full)
    if (node) return { node, file: from.file, name: full }
    if (scope === '') break
  }
  const [first = ''] = name.split('.')
  const target = from.file.imports.get(first)
  if (target === undefined) return null
  const file = readDeclarations(target)
  const node = file.declared.get(name)
  return node ? { node, file, name } : null
}
