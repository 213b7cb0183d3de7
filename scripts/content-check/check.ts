/**
 * Checks the files of `content/` during the build: the values, components, links and pictures of each page. A
 * mistake fails the build.
 */
import { basename, relative } from 'node:path'
import { type ESTree, parseAst, type Plugin } from 'vite'
import type { z } from 'zod'
import { dataFacts, isPicture, link, pageFacts, partFacts } from './facts.ts'

/** A mistake in a content file. `at` is the mistake's position in characters from the start of the file. */
interface Problem {
  at: number
  text: string
}

/**
 * Fails the build and prints all problems of a content file, with file and line. Does nothing if there are no
 * problems.
 */
function stopFor(path: string, source: string, problems: Problem[]) {
  if (problems.length === 0) return
  const file = relative(process.cwd(), path)
  const lines = problems
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, text }) => `${file}:${lineAt(source, at)}: ${text}`)
  const error = new Error(lines.join('\n'))
  // Removes the stack trace, which would point into this check and hide the message.
  error.stack = ''
  throw error
}

const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length

/** A value from a content file, and a function that finds the positions of parts of that value. */
interface Said {
  value: unknown
  placeOf: (path: readonly PropertyKey[]) => number
}

const saidBy = (node: ESTree.Node): Said => ({
  value: valueOf(node),
  placeOf: (path) => nodeAt(node, path).start,
})

function factProblems({ value, placeOf }: Said, name: string, facts: z.ZodType): Problem[] {
  const issues = facts.safeParse(value, { reportInput: true }).error?.issues ?? []
  return issues.map(({ code, input, message, path }) => {
    const missing = code === 'invalid_type' && input === undefined ? ', and is missing' : ''
    return { at: placeOf(path), text: `${[name, ...path].join('.')} ${message}${missing}` }
  })
}

/**
 * Stands for a value in a content file that is known only when the file runs. The check refuses such values.
 */
const COMPUTED = Symbol('computed')

/** Returns the value of a source expression if it is a plain text, number, list or object. */
function valueOf(node: ESTree.Node): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.expressions.length > 0 ? COMPUTED : node.quasis[0]?.value.cooked
    case 'UnaryExpression':
      return node.operator === '-' ? -Number(valueOf(node.argument)) : COMPUTED
    case 'ArrayExpression':
      return node.elements.map((each) => each && valueOf(each))
    case 'ObjectExpression':
      return Object.fromEntries(node.properties.map((each) => [keyOf(each), valueOf(each)]))
    case 'Property':
      return valueOf(node.value)
    default:
      return COMPUTED
  }
}

function keyOf(property: ESTree.ObjectPropertyKind): string {
  if (property.type !== 'Property') return '...'
  const { key } = property
  return key.type === 'Identifier' ? key.name : String(valueOf(key))
}

/**
 * Returns the syntax node at a path inside another node. If the path leads to no node, returns the last node
 * on the way.
 */
function nodeAt(node: ESTree.Node, path: readonly PropertyKey[]): ESTree.Node {
  if (node.type === 'Property') return nodeAt(node.value, path)
  const [first, ...rest] = path
  const list = node.type === 'ArrayExpression' ? node.elements[Number(first)] : null
  const next = node.type === 'ObjectExpression' ? node.properties.find((each) => keyOf(each) === first) : list
  return next ? nodeAt(next, rest) : node
}

// The functions below check the data files in `content/`.

/** Checks a data file. Throws an error that lists the problems of the file. */
export function checkData(source: string, path: string) {
  const name = basename(path)
  const facts = dataFacts[name]
  const known = Object.keys(dataFacts).join(', ')
  if (!facts)
    return stopFor(path, source, [{ at: 0, text: `no facts are known for this file; there are ${known}` }])
  try {
    JSON.parse(source)
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? source.length)
    const text = 'this is not JSON: is a comma or a quotation mark missing before here?'
    stopFor(path, source, [{ at, text }])
  }
  // Parses the JSON as JavaScript, because that parser gives the positions of all values. The brackets make
  // the JSON an expression.
  const [statement] = parseAst(`[${source}]`).body
  const list = statement?.type === 'ExpressionStatement' ? statement.expression : null
  const root = list?.type === 'ArrayExpression' ? list.elements[0] : null
  if (root) stopFor(path, source, factProblems(saidBy(root), basename(path, '.json'), facts))
}

export function checkDataFiles(): Plugin {
  return {
    name: 'content-check',
    enforce: 'pre',
    transform(code, id) {
      if (/\/content\/[^/?]+\.json$/.test(id)) checkData(code, id)
    },
  }
}

/** The parts of a Markdown tree that this check needs. */
interface MarkdownNode {
  type: string
  url?: string
  name?: string | null
  attributes?: Attribute[]
  children?: MarkdownNode[]
  data?: Code
  position?: Position
}

interface Attribute {
  name: string
  value?: string | null | { data?: Code }
  position?: Position
}

type Position = { start: { offset?: number } }

interface Code {
  estree?: ESTree.Program | null
}

/** Returns an MDX plugin that throws an error with the problems of a page. */
export function checkPage() {
  return (tree: MarkdownNode, file: { path: string; value: unknown }) => {
    const source = String(file.value)
    const nodes = all(tree)
    const facts = nodes
      .flatMap(({ data }) => data?.estree?.body ?? [])
      .flatMap((each) => (each.type === 'ExportNamedDeclaration' ? [each.declaration] : []))
      .flatMap((each) => (each?.type === 'VariableDeclaration' ? each.declarations : []))
      .find(({ id }) => id.type === 'Identifier' && id.name === 'page')?.init
    const parts = nodes.filter(({ type, name }) => type.startsWith('mdxJsx') && /^[A-Z]/.test(name ?? ''))
    stopFor(file.path, source, [
      ...(facts
        ? factProblems(saidBy(facts), 'page', pageFacts)
        : [{ at: 0, text: 'export const page = {…} is missing' }]),
      ...parts.flatMap(partProblems),
      ...nodes.filter(({ type }) => type === 'link').flatMap(linkProblems),
      ...repeatedPictures(source),
    ])
  }
}

const all = (node: MarkdownNode): MarkdownNode[] => [node, ...(node.children ?? []).flatMap(all)]

const startOf = (position: Position | undefined) => position?.start.offset ?? 0

function partProblems({ name, attributes = [], position }: MarkdownNode): Problem[] {
  const facts = partFacts[name ?? '']
  const at = startOf(position)
  if (!facts) {
    const known = Object.keys(partFacts).join(', ')
    return [{ at, text: `no part is called <${name}>; there are ${known}` }]
  }
  const said = new Map(attributes.map((attribute) => [attribute.name, saidByAttribute(attribute)]))
  const value = Object.fromEntries([...said].map(([named, { value }]) => [named, value]))
  const placeOf = ([first, ...rest]: readonly PropertyKey[]) => said.get(String(first))?.placeOf(rest) ?? at
  return factProblems({ value, placeOf }, `<${name}>`, facts)
}

/** Returns an attribute's value: a text or an expression. Returns true if the attribute has no value. */
function saidByAttribute({ value, position }: Attribute): Said {
  const [code] = (typeof value === 'object' && value?.data?.estree?.body) || []
  if (code?.type === 'ExpressionStatement') return saidBy(code.expression)
  return { value: value ?? true, placeOf: () => startOf(position) }
}

function linkProblems({ url, position }: MarkdownNode): Problem[] {
  const issues = link.safeParse(url).error?.issues ?? []
  return issues.map(({ message }) => ({ at: startOf(position), text: `the link ${message}` }))
}

/** Matches a picture's name in a page's `export const page` and in the attributes of components. */
const PICTURE = /\b(?:picture|path|sky|name)\s*[:=]\s*(["'])([\w-]+)\1/g

function repeatedPictures(source: string): Problem[] {
  const named = [...source.matchAll(PICTURE)].filter(([, , name = '']) => isPicture(name))
  return named.flatMap(({ 2: name, index: at }, nth) => {
    const before = named.slice(0, nth).find((other) => other[2] === name)
    if (!before) return []
    return [
      { at, text: `the picture "${name}" is on this page already, in line ${lineAt(source, before.index)}` },
    ]
  })
}
