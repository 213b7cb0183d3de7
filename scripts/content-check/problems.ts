/** Problems of a file of `content/`, in words for whoever edits it. */
import type { z } from 'zod'

export interface Problem {
  line: number
  text: string
}

type Issue = z.core.$ZodIssue

/** Checks what a piece of source says; `name` is how a problem speaks of it (`<Photo>`, `page`). */
export function factProblems(source: string, node: SyntaxNode, { name, facts }: Expected): Problem[] {
  const issues = facts.safeParse(valueOf(node), { reportInput: true }).error?.issues ?? []
  return issues.map((issue) => {
    const found = nodeAt(node, issue.path)
    return { line: lineAt(source, found.start), text: `${[name, ...issue.path].join('.')} ${words(issue)}` }
  })
}

interface Expected {
  name: string
  facts: z.ZodType
}

/** An issue of Zod, in plain words. */
function words(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `should be ${kind(issue.expected)}, and is missing`
        : `should be ${kind(issue.expected)}`
    case 'unrecognized_keys':
      return `knows nothing called ${issue.keys.map((key) => `"${key}"`).join(', ')}`
    case 'invalid_value':
      return `should be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return issue.origin === 'string'
        ? issue.message
        : `should be at least ${Number(issue.minimum) + (issue.inclusive === false ? 1 : 0)}`
    case 'too_big':
      return `should be at most ${String(issue.maximum)}`
    default:
      return issue.message
  }
}

function kind(expected: string): string {
  const kinds: Record<string, string> = {
    string: 'words in quotation marks',
    number: 'a number without quotation marks',
    int: 'a whole number without quotation marks',
    boolean: 'true or false',
    array: 'a list',
    tuple: 'a list',
    object: 'a group of facts in braces',
  }
  return kinds[expected] ?? expected
}

/** Ends the build with every problem of one file, each with its file and line. */
export function failFor(file: string, problems: Problem[]) {
  if (problems.length === 0) return
  const sorted = problems.toSorted((one, other) => one.line - other.line)
  const error = new Error(sorted.map(({ line, text }) => `${file}:${line}: ${text}`).join('\n'))
  // Where in the check it was found would only bury what was found.
  error.stack = ''
  throw error
}

/** As much of an ESTree node as is needed here; `offset` counts characters from the start of the file. */
export interface SyntaxNode {
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

/** Stands for a value that only running the file would tell, which no fact may be. */
const COMPUTED = Symbol('computed')

/** Reads facts out of a file's syntax tree, and remembers the line on which each of them stands. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The plain value that a piece of source says: words, numbers, lists and objects of them. */
export function valueOf(node: SyntaxNode): unknown {
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

function keyOf({ key }: SyntaxNode): string {
  return String(key?.name ?? key?.value)
}

/** The node at a path within another one; where the path ends early, the last one on the way. */
function nodeAt(node: SyntaxNode, [first, ...rest]: readonly PropertyKey[]): SyntaxNode {
  if (first === undefined) return node
  const next =
    node.type === 'ArrayExpression'
      ? node.elements?.[Number(first)]
      : (node.properties?.find((each) => keyOf(each) === first)?.value as SyntaxNode | undefined)
  return next ? nodeAt(next, rest) : node
}
