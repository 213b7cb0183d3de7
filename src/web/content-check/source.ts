/** Reads facts out of a file's syntax tree, and remembers the line on which each of them stands. */

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
export function nodeAt(node: SyntaxNode, [first, ...rest]: readonly PropertyKey[]): SyntaxNode {
  if (first === undefined) return node
  const next =
    node.type === 'ArrayExpression'
      ? node.elements?.[Number(first)]
      : (node.properties?.find((each) => keyOf(each) === first)?.value as SyntaxNode | undefined)
  return next ? nodeAt(next, rest) : node
}
