/** Checks one page of `content/` while it is built: its first lines, its parts, its links and pictures. */
import { relative } from 'node:path'
import { isPicture, link, pageFacts, partFacts } from './facts.ts'
import { factProblems, failFor, lineAt, type Problem, type SyntaxNode, valueOf } from './problems.ts'

/** The part of a Markdown tree that is needed here. */
interface MarkdownNode {
  type: string
  url?: string
  name?: string | null
  attributes?: Attribute[]
  children?: MarkdownNode[]
  data?: { estree?: { body: Statement[] } | null }
  position?: { start: { line: number; offset?: number } }
}

interface Attribute {
  type: string
  name: string
  /** Null stands for true; an expression has its own tree. */
  value?: string | null | { data?: { estree?: { body: Statement[] } | null } }
  position?: { start: { offset?: number } }
}

interface Statement {
  type: string
  expression?: SyntaxNode
  declaration?: { declarations?: { id: { name?: string }; init?: SyntaxNode }[] }
}

/** A plugin for MDX: throws what is wrong, so that nothing wrong is ever built. */
export function checkPage() {
  return (tree: MarkdownNode, file: { path: string; value: unknown }) => {
    const source = String(file.value)
    const facts = pageNode(tree)
    const elements = all(tree).filter(({ type }) => type.startsWith('mdxJsx'))
    const parts = elements.filter(({ name }) => /^[A-Z]/.test(name ?? ''))
    failFor(relative(process.cwd(), file.path), [
      ...(facts
        ? factProblems(source, facts, { name: 'page', facts: pageFacts })
        : [{ line: 1, text: 'export const page = {…} is missing' }]),
      ...parts.flatMap((part) => partProblems(source, part)),
      ...all(tree).flatMap(linkProblems),
      ...repeatedPictures(source, [...(facts ? [facts] : []), ...parts.map(propsOf)]),
    ])
  }
}

function all(node: MarkdownNode): MarkdownNode[] {
  return [node, ...(node.children ?? []).flatMap(all)]
}

function pageNode(tree: MarkdownNode): SyntaxNode | undefined {
  const statements = all(tree).flatMap(({ data }) => data?.estree?.body ?? [])
  const declared = statements.flatMap(({ declaration }) => declaration?.declarations ?? [])
  return declared.find(({ id }) => id.name === 'page')?.init
}

/** A component's attributes, as if they were written as one object. */
function propsOf(part: MarkdownNode): SyntaxNode {
  const properties = (part.attributes ?? []).map(({ name, value, position }) => {
    const start = position?.start.offset ?? 0
    const literal = { type: 'Literal', start, value: value ?? true }
    const told =
      value && typeof value === 'object' ? (value.data?.estree?.body[0]?.expression ?? literal) : literal
    return { type: 'Property', start, key: { type: 'Literal', start, value: name }, value: told }
  })
  return { type: 'ObjectExpression', start: part.position?.start.offset ?? 0, properties }
}

function partProblems(source: string, part: MarkdownNode): Problem[] {
  const facts = partFacts[part.name ?? '']
  const name = `<${part.name}>`
  if (facts) return factProblems(source, propsOf(part), { name, facts })
  const known = Object.keys(partFacts).join(', ')
  return [{ line: part.position?.start.line ?? 1, text: `no part is called ${name}; there are ${known}` }]
}

function linkProblems({ type, url, position }: MarkdownNode): Problem[] {
  if (type !== 'link') return []
  const issues = link.safeParse(url).error?.issues ?? []
  return issues.map(({ message }) => ({ line: position?.start.line ?? 1, text: `the link ${message}` }))
}

/** The names of pictures that some facts hold, each with the place where it stands. */
function picturesIn(node: SyntaxNode): { name: string; start: number }[] {
  if (node.type === 'ArrayExpression')
    return (node.elements ?? []).flatMap((each) => (each ? picturesIn(each) : []))
  return (node.properties ?? []).flatMap(({ key, value }) => {
    const told = value as SyntaxNode
    const fact = key?.name ?? String(key?.value)
    const name = valueOf(told)
    if (typeof name !== 'string') return picturesIn(told)
    return PICTURE_FACTS.has(fact) && isPicture(name) ? [{ name, start: told.start }] : []
  })
}

const PICTURE_FACTS = new Set(['picture', 'path', 'sky', 'name'])

function repeatedPictures(source: string, nodes: SyntaxNode[]): Problem[] {
  const first = new Map<string, number>()
  return nodes.flatMap(picturesIn).flatMap(({ name, start }) => {
    const before = first.get(name)
    if (before === undefined) first.set(name, lineAt(source, start))
    if (before === undefined) return []
    return [
      {
        line: lineAt(source, start),
        text: `the picture "${name}" is on this page already, in line ${before}`,
      },
    ]
  })
}
