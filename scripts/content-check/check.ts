/** Checks the files of `content/` while they are built: the facts of each, the parts, links and pictures of a page. Nothing wrong is ever built. */
import { basename, relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'
import type { z } from 'zod'
import { dataFacts, isPicture, link, pageFacts, partFacts } from './facts.ts'

/** `at` counts characters from the start of the file, as does a node's `start`. */
interface Problem {
  at: number
  text: string
}

/** As much of an ESTree node as is needed here. */
interface SyntaxNode {
  type: string
  start: number
  value?: unknown
  operator?: string
  argument?: SyntaxNode
  expressions?: SyntaxNode[]
  quasis?: { value: { cooked?: string | null } }[]
  elements?: (SyntaxNode | null)[]
  properties?: SyntaxNode[]
  key?: SyntaxNode & { name?: string }
}

/** Ends the build with every problem of one file, each with its file and line. */
function stopFor(path: string, source: string, problems: Problem[]) {
  if (problems.length === 0) return
  const file = relative(process.cwd(), path)
  const lines = problems
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, text }) => `${file}:${lineAt(source, at)}: ${text}`)
  const error = new Error(lines.join('\n'))
  // The place in the check where it was found would only bury what was found.
  error.stack = ''
  throw error
}

const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length

/** The problems of what a piece of source says; `name` is how they speak of it (`<Photo>`, `page`). */
function factProblems(node: SyntaxNode, name: string, facts: z.ZodType): Problem[] {
  const issues = facts.safeParse(valueOf(node), { reportInput: true }).error?.issues ?? []
  return issues.map(({ code, input, message, path }) => {
    const missing = code === 'invalid_type' && input === undefined ? ', and is missing' : ''
    return { at: nodeAt(node, path).start, text: `${[name, ...path].join('.')} ${message}${missing}` }
  })
}

/** Stands for a value that only running the file would tell, which no fact may be. */
const COMPUTED = Symbol('computed')

/** The plain value that a piece of source says: words, numbers, lists and objects of them. */
function valueOf(node: SyntaxNode): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.expressions?.length ? COMPUTED : node.quasis?.[0]?.value.cooked
    case 'UnaryExpression':
      return node.operator === '-' && node.argument ? -Number(valueOf(node.argument)) : COMPUTED
    case 'ArrayExpression':
      return (node.elements ?? []).map((each) => (each ? valueOf(each) : null))
    case 'ObjectExpression':
      return Object.fromEntries(
        (node.properties ?? []).map((each) => [keyOf(each), valueOf(each.value as SyntaxNode)]),
      )
    default:
      return COMPUTED
  }
}

const keyOf = ({ key }: SyntaxNode) => String(key?.name ?? key?.value)

/** The node at a path within another one; where the path ends early, the last one on the way. */
function nodeAt(node: SyntaxNode, [first, ...rest]: readonly PropertyKey[]): SyntaxNode {
  if (first === undefined) return node
  const next =
    node.type === 'ArrayExpression'
      ? node.elements?.[Number(first)]
      : (node.properties?.find((each) => keyOf(each) === first)?.value as SyntaxNode | undefined)
  return next ? nodeAt(next, rest) : node
}

// Data files.

/** Throws what is wrong in a data file. */
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
  // Read as JavaScript, which it is, for the places of its parts: in brackets, so that it is an expression.
  const program = parseAst(`[${source}]`) as unknown as { body: { expression: SyntaxNode }[] }
  const roots = program.body[0]?.expression.elements ?? []
  stopFor(
    path,
    source,
    roots.flatMap((root) => (root ? factProblems(root, basename(path, '.json'), facts) : [])),
  )
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

// Pages.

/** As much of a Markdown tree as is needed here. */
interface MarkdownNode {
  type: string
  url?: string
  name?: string | null
  attributes?: { name: string; value?: string | null | { data?: Code }; position?: Position }[]
  children?: MarkdownNode[]
  data?: Code
  position?: Position
}

type Position = { start: { offset?: number } }

interface Code {
  estree?: {
    body: {
      expression?: SyntaxNode
      declaration?: { declarations?: { id: { name?: string }; init?: SyntaxNode }[] }
    }[]
  } | null
}

/** A plugin for MDX: throws what is wrong in a page. */
export function checkPage() {
  return (tree: MarkdownNode, file: { path: string; value: unknown }) => {
    const source = String(file.value)
    const nodes = all(tree)
    const facts = nodes
      .flatMap(({ data }) => data?.estree?.body ?? [])
      .flatMap(({ declaration }) => declaration?.declarations ?? [])
      .find(({ id }) => id.name === 'page')?.init
    const parts = nodes.filter(({ type, name }) => type.startsWith('mdxJsx') && /^[A-Z]/.test(name ?? ''))
    stopFor(file.path, source, [
      ...(facts
        ? factProblems(facts, 'page', pageFacts)
        : [{ at: 0, text: 'export const page = {…} is missing' }]),
      ...parts.flatMap(partProblems),
      ...nodes.filter(({ type }) => type === 'link').flatMap(linkProblems),
      ...repeatedPictures(source),
    ])
  }
}

const all = (node: MarkdownNode): MarkdownNode[] => [node, ...(node.children ?? []).flatMap(all)]

const startOf = (position: Position | undefined) => position?.start.offset ?? 0

/** A part's attributes are checked as if they were written as one object. */
function partProblems({ name, attributes = [], position }: MarkdownNode): Problem[] {
  const facts = partFacts[name ?? '']
  const at = startOf(position)
  if (!facts) {
    const known = Object.keys(partFacts).join(', ')
    return [{ at, text: `no part is called <${name}>; there are ${known}` }]
  }
  const properties = attributes.map((attribute) => {
    const start = startOf(attribute.position)
    const { value } = attribute
    // Null stands for true; an expression has its own tree.
    const literal = { type: 'Literal', start, value: value ?? true }
    const code = typeof value === 'object' ? value?.data?.estree?.body[0]?.expression : undefined
    return {
      type: 'Property',
      start,
      key: { type: 'Literal', start, value: attribute.name },
      value: code ?? literal,
    }
  })
  return factProblems({ type: 'ObjectExpression', start: at, properties }, `<${name}>`, facts)
}

function linkProblems({ url, position }: MarkdownNode): Problem[] {
  const issues = link.safeParse(url).error?.issues ?? []
  return issues.map(({ message }) => ({ at: startOf(position), text: `the link ${message}` }))
}

/** The name of a picture, in the facts of a page and in the attributes of a part. */
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
