/**
 * Finds text nodes that make React fail after a browser has translated the page (R48.1). Such a text has no
 * element of its own. It changes, or it follows an element that can appear later. Also finds amounts and
 * names that the browser would translate. Analyzes the source of all pages and components together.
 */
import { parse } from '@babel/parser'
import type * as t from '@babel/types'

/**
 * A text or amount that translation can break. It has its code and its location, such as
 * `src/app/ui/button.tsx:43`.
 */
export interface LooseText {
  file: string
  line: number
  why: Why
  code: string
}

type Why =
  | 'changing text is next to other nodes'
  | 'text follows an optional node'
  | 'a fragment contains bare text'
  | 'a component returns bare text'
  | 'React reuses one element for both alternatives, and its bare text changes'
  | 'bare text is passed to a component that shows it next to other nodes'
  | 'an amount or a name that a browser may translate'
  | 'an amount in a sentence that a browser may translate'

/** Describes what one child of a JSX element can render. */
interface Kind {
  text: boolean
  element: boolean
  /** True if the rendered text can change. */
  changes: boolean
  /** True if the child may render nothing. */
  optional: boolean
  blank: boolean
  /**
   * If the child shows a prop of type ReactNode, the name of that prop. The callers of the component decide
   * on its content.
   */
  slot?: string
}

const NOTHING: Kind = { text: false, element: false, changes: false, optional: false, blank: false }
const SOME_TEXT: Kind = { ...NOTHING, text: true, changes: true }

type AnyNode = t.Node & Record<string, unknown>

/** Elements that contain only text, and the site's own components for a single string. */
const STRINGS_ALONE = new Set(['option', 'title', 'style', 'script', 'textarea', 'Text', 'Verbatim'])

/** Properties that a hook returns and that contain a dialog to render. */
const DIALOGS = new Set(['dialog', 'conflict'])

interface Source {
  file: string
  code: string
  elements: { node: t.JSXElement | t.JSXFragment; component: string | undefined }[]
  branches: t.ConditionalExpression[]
  cells: t.Node[]
  /** The file's variables and functions by name. If two have the same name, the last one counts. */
  named: Map<string, t.Node>
  /** Types of properties by the property's name, as far as the file declares them. */
  typed: Map<string, string>
}

export function findLooseText(files: ReadonlyMap<string, string>): LooseText[] {
  const sources = [...files].map(([file, code]) => read(file, code))
  const absent = componentsThatCanBeAbsent(sources)
  const slots = slotsOf(sources, absent)
  return sources.flatMap((source) => looseIn(source, absent, slots))
}

function read(file: string, code: string): Source {
  const { program } = parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
  const named = new Map<string, t.Node>()
  const typed = new Map<string, string>()
  const elements: Source['elements'] = []
  const branches: t.ConditionalExpression[] = []
  const cells: t.Node[] = []
  walk(program, (node, component) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') elements.push({ node, component })
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      named.set(node.id.name, node.init)
    if (node.type === 'FunctionDeclaration' && node.id) named.set(node.id.name, node)
    if (node.type === 'Identifier' && node.typeAnnotation)
      typed.set(node.name, code.slice(node.typeAnnotation.start ?? 0, node.typeAnnotation.end ?? 0))
    if (node.type === 'ConditionalExpression') branches.push(node)
    if (node.type === 'ObjectProperty' && node.key.type === 'Identifier' && node.key.name === 'cell')
      cells.push(...returnsOf(node.value))
    if (node.type === 'TSPropertySignature' && node.key.type === 'Identifier' && node.typeAnnotation)
      typed.set(node.key.name, code.slice(node.typeAnnotation.start ?? 0, node.typeAnnotation.end ?? 0))
  })
  return { file, code, elements, branches, cells, named, typed }
}

/**
 * Calls `see` for each node inside `node`, with the name of the component that contains it. Skips parts that
 * browsers do not translate.
 */
function walk(node: t.Node, see: (node: t.Node, component?: string) => void, component?: string): void {
  if (isKeptByTranslators(node)) return
  see(node, component)
  const name = node.type === 'FunctionDeclaration' && node.id && /^[A-Z]/.test(node.id.name) && node.id.name
  for (const child of childrenOf(node)) walk(child, see, name || component)
}

export function childrenOf(node: t.Node): t.Node[] {
  return Object.entries(node as AnyNode)
    .filter(([key]) => key !== 'loc')
    .flatMap(([, value]) => value as t.Node | t.Node[])
    .filter((value) => typeof value === 'object' && value !== null && typeof value.type === 'string')
}

/** Returns the expressions that a function returns, but not those that functions inside it return. */
export function returnsOf(fn: t.Node): t.Expression[] {
  if (!('body' in fn)) return []
  const body = fn.body as t.Node
  if (body.type !== 'BlockStatement') return [body as t.Expression]
  const found: t.Expression[] = []
  const look = (node: t.Node) => {
    if (/Function|Method/.test(node.type)) return
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument)
    childrenOf(node).forEach(look)
  }
  look(body)
  return found
}

/** Returns the text of a JSXText node as React renders it. */
function shown(raw: string): string {
  const lines = raw.split(/\r\n|\n|\r/)
  return lines
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .map((line, at) => (at === lines.length - 1 ? line : line.trimEnd()))
    .filter((line) => line !== '')
    .join(' ')
}

/**
 * Returns what an expression can render. If the source file does not show what the expression renders, it
 * counts as text.
 */
function kindOf(source: Source, absent: ReadonlySet<string>, node: t.Node, depth = 0): Kind {
  const kind = (inner: t.Node) => kindOf(source, absent, inner, depth + 1)
  if (depth > 8) return SOME_TEXT
  switch (node.type) {
    case 'JSXText': {
      const text = shown(node.value)
      return text === '' ? NOTHING : { ...NOTHING, text: true, blank: text.trim() === '' }
    }
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return kind(node.expression)
    case 'JSXEmptyExpression':
    case 'NullLiteral':
    case 'BooleanLiteral':
      return NOTHING
    case 'StringLiteral':
      return node.value === '' ? NOTHING : { ...NOTHING, text: true, blank: node.value.trim() === '' }
    case 'NumericLiteral':
      return { ...NOTHING, text: true }
    case 'TemplateLiteral':
      return { ...SOME_TEXT, changes: node.expressions.length > 0 }
    case 'JSXFragment':
      return { ...NOTHING, element: true }
    case 'JSXElement':
      return { ...NOTHING, element: true, optional: absent.has(nameOf(node)) }
    case 'LogicalExpression':
      if (node.operator === '&&') return { ...kind(node.right), changes: true, optional: true }
      return mixed(kind(node.left), kind(node.right))
    case 'ConditionalExpression':
      return mixed(kind(node.consequent), kind(node.alternate))
    case 'ArrayExpression':
      return node.elements.map((each) => (each ? kind(each) : NOTHING)).reduce(mixed, NOTHING)
    case 'CallExpression':
    case 'OptionalCallExpression':
      return kindOfCall(source, node, kind)
    case 'Identifier':
    case 'MemberExpression':
      return kindOfName(source, node, kind)
    default:
      return SOME_TEXT
  }
}

const mixed = (one: Kind, other: Kind): Kind => ({
  ...one,
  ...(other.slot === undefined ? {} : { slot: other.slot }),
  text: one.text || other.text,
  element: one.element || other.element,
  blank: false,
  changes: true,
  optional: true,
})

function kindOfCall(
  source: Source,
  node: t.CallExpression | t.OptionalCallExpression,
  kind: (node: t.Node) => Kind,
): Kind {
  const { callee } = node
  const [first] = node.arguments
  const called =
    callee.type === 'Identifier'
      ? callee.name
      : 'property' in callee && 'name' in callee.property
        ? String(callee.property.name)
        : ''
  if (source.typed.get(called)?.includes('=> ReactNode')) return { ...NOTHING, element: true, optional: true }
  if (
    (callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression') &&
    callee.property.type === 'Identifier'
  ) {
    if (/^(map|flatMap)$/.test(callee.property.name) && first) {
      const fn = first.type === 'Identifier' ? source.named.get(first.name) : first
      const kinds = fn ? returnsOf(fn).map(kind) : []
      if (kinds.length > 0) return kinds.reduce(mixed, { ...NOTHING })
    }
  }
  const local = callee.type === 'Identifier' ? source.named.get(callee.name) : undefined
  const kinds = local ? returnsOf(local).map(kind) : []
  if (kinds.length === 0) return SOME_TEXT
  return kinds.length === 1 ? (kinds[0] as Kind) : kinds.reduce(mixed)
}

function kindOfName(
  source: Source,
  node: t.Identifier | t.MemberExpression,
  kind: (node: t.Node) => Kind,
): Kind {
  const name =
    node.type === 'Identifier' ? node.name : node.property.type === 'Identifier' ? node.property.name : ''
  if (name === 'undefined') return NOTHING
  if (DIALOGS.has(name)) return { ...NOTHING, element: true, optional: true }
  const local = node.type === 'Identifier' ? source.named.get(name) : undefined
  if (local && !/Function/.test(local.type) && /JSX|Expression$|Literal$/.test(local.type)) return kind(local)
  const type = source.typed.get(name)
  if (type && /ReactElement|JSX\.Element/.test(type)) return { ...NOTHING, element: true, optional: true }
  if (type?.includes('ReactNode')) return { ...NOTHING, element: true, optional: true, slot: name }
  return SOME_TEXT
}

export const nameOf = (node: t.JSXElement) => {
  const { name } = node.openingElement
  return name.type === 'JSXIdentifier' ? name.name : ''
}

/** Returns the components that can render nothing. */
function componentsThatCanBeAbsent(sources: Source[]): Set<string> {
  const found = new Set<string>()
  const nothing = (node: t.Node): boolean => {
    if (node.type === 'NullLiteral' || node.type === 'BooleanLiteral') return true
    if (node.type === 'LogicalExpression') return node.operator === '&&' || nothing(node.right)
    if (node.type === 'ConditionalExpression') return nothing(node.consequent) || nothing(node.alternate)
    return false
  }
  for (const { named } of sources)
    for (const [name, node] of named)
      if (/^[A-Z]/.test(name) && /Function/.test(node.type) && returnsOf(node).some(nothing)) found.add(name)
  return found
}

const childKinds = (source: Source, absent: ReadonlySet<string>, node: t.JSXElement | t.JSXFragment) =>
  node.children
    .map((child) => ({ child, kind: kindOf(source, absent, child) }))
    .filter(({ kind }) => kind.text || kind.element)

/**
 * Returns for each component the props that it shows next to other nodes, directly or through another
 * component.
 */
function slotsOf(sources: Source[], absent: ReadonlySet<string>): Map<string, Set<string>> {
  const slots = new Map<string, Set<string>>()
  const add = (component: string, prop: string) => {
    const props = slots.get(component) ?? new Set()
    const isNew = !props.has(prop)
    slots.set(component, props.add(prop))
    return isNew
  }
  for (let grows = true; grows;) {
    grows = false
    for (const source of sources)
      for (const { node, component } of source.elements) {
        if (component === undefined) continue
        const children = childKinds(source, absent, node)
        const isBare =
          children.length > 1 || (node.type === 'JSXElement' && slots.get(nameOf(node))?.has('children'))
        if (isBare) for (const { kind } of children) if (kind.slot) grows = add(component, kind.slot) || grows
        if (node.type !== 'JSXElement') continue
        for (const { prop, value } of handed(node)) {
          if (!slots.get(nameOf(node))?.has(prop)) continue
          const { slot } = kindOf(source, absent, value)
          if (slot) grows = add(component, slot) || grows
        }
      }
  }
  return slots
}

/** Returns the names and values of an element's attributes. */
function handed(node: t.JSXElement): { prop: string; value: t.Node }[] {
  return node.openingElement.attributes.flatMap((attribute) =>
    attribute.type === 'JSXAttribute' && attribute.value && attribute.name.type === 'JSXIdentifier'
      ? [{ prop: attribute.name.name, value: attribute.value }]
      : [],
  )
}

function looseIn(
  source: Source,
  absent: ReadonlySet<string>,
  slots: ReadonlyMap<string, ReadonlySet<string>>,
): LooseText[] {
  const found = (node: t.Node, why: Why | null): LooseText[] => {
    if (why === null) return []
    const code = source.code.slice(node.start ?? 0, node.end ?? 0).replaceAll(/\s+/g, ' ')
    return [{ file: source.file, line: node.loc?.start.line ?? 0, why, code }]
  }
  return [
    ...source.elements.flatMap(({ node }) => found(node, whyLoose(source, absent, slots, node))),
    ...alternativesIn(source)
      .flatMap((some) => reusedIn(source, absent, some))
      .flatMap((node) =>
        found(node, 'React reuses one element for both alternatives, and its bare text changes'),
      ),
    ...verbatimIn(source).flatMap((node) => found(node, 'an amount or a name that a browser may translate')),
    ...textReturned(source, absent).flatMap((node) => found(node, 'a component returns bare text')),
  ]
}

/** Names of properties and variables whose value is a guest's name. */
const NAMES = new Set(['customerName', 'nickname', 'calledName', 'emergencyContactName'])

/** Finds amounts and guests' names that are shown without `<Money>`, `<Verbatim>` or `translate="no"`. */
function verbatimIn({ elements, cells }: Source): t.Node[] {
  const shownIn = elements.flatMap(({ node }) =>
    node.type === 'JSXElement' && nameOf(node) === 'Verbatim' ? [] : node.children,
  )
  return [...shownIn, ...cells].filter((node) => {
    const isVerbatim = (inner: t.Node): boolean => {
      switch (inner.type) {
        case 'JSXExpressionContainer':
          return isVerbatim(inner.expression)
        case 'LogicalExpression':
          return isVerbatim(inner.right) || (inner.operator !== '&&' && isVerbatim(inner.left))
        case 'ConditionalExpression':
          return isVerbatim(inner.consequent) || isVerbatim(inner.alternate)
        case 'CallExpression':
          return inner.callee.type === 'Identifier' && /^(formatMoney|calledName)$/.test(inner.callee.name)
        case 'MemberExpression':
          return isVerbatim(inner.property)
        case 'Identifier':
          return NAMES.has(inner.name)
        default:
          return false
      }
    }
    return isVerbatim(node)
  })
}

/**
 * Returns groups of elements that React may show alternately in the same place. They are the branches of a
 * condition, or the elements that one component can return.
 */
function alternativesIn({ branches, named }: Source): t.Expression[][] {
  const returned = [...named]
    .filter(([name, node]) => /^[A-Z][a-z]/.test(name) && /Function/.test(node.type))
    .map(([, node]) => returnsOf(node).flatMap(eitherOf))
  return [...branches.map(eitherOf), ...returned].filter((some) => some.length > 1)
}

const eitherOf = (node: t.Expression): t.Expression[] =>
  node.type === 'ConditionalExpression'
    ? [...eitherOf(node.consequent), ...eitherOf(node.alternate)]
    : node.type === 'LogicalExpression'
      ? eitherOf(node.right)
      : [node]

/**
 * Finds elements that React reuses, such as `a ? <p>One <b/></p> : <p>Two <b/></p>`. React keeps the
 * paragraph and changes its text nodes, unless the keys differ. The same happens if a component's content
 * replaces an element.
 */
function reusedIn(source: Source, absent: ReadonlySet<string>, some: t.Expression[]): t.Node[] {
  const first = some.find((one, at) =>
    some.slice(at + 1).some((other) => {
      if (one.type === 'JSXElement' && other.type === 'JSXElement')
        return isReused(source, absent, one, other)
      const [element, given] = one.type === 'JSXElement' ? [one, other] : [other, one]
      return (
        element.type === 'JSXElement' &&
        keyOf(source, element) === '' &&
        /^[a-z]/.test(nameOf(element)) &&
        kindOf(source, absent, given).slot !== undefined
      )
    }),
  )
  return first ? [first] : []
}

function isReused(
  source: Source,
  absent: ReadonlySet<string>,
  one: t.JSXElement,
  other: t.JSXElement,
): boolean {
  const codeOf = ({ start, end }: t.Node) => source.code.slice(start ?? 0, end ?? 0)
  if (nameOf(one) !== nameOf(other) || keyOf(source, one) !== keyOf(source, other)) return false
  if (codeOf(one) === codeOf(other) || STRINGS_ALONE.has(nameOf(one))) return false
  const [children, others] = [one, other].map((each) => childKinds(source, absent, each))
  const isLoose = [children, others].some(
    (some = []) => some.length > 1 && some.some(({ kind }) => kind.text && !kind.blank),
  )
  return (
    isLoose ||
    (children ?? []).some(({ child }, at) => {
      const beside = others?.[at]?.child
      return child.type === 'JSXElement' && beside?.type === 'JSXElement'
        ? isReused(source, absent, child, beside)
        : false
    })
  )
}

/** Returns the texts that a file's components return without an element around them. */
const textReturned = (source: Source, absent: ReadonlySet<string>) =>
  [...source.named]
    .filter(([name, node]) => /^[A-Z][a-z]/.test(name) && /Function/.test(node.type))
    .flatMap(([, node]) => returnsOf(node))
    .filter((returned) => kindOf(source, absent, returned).text)

/** Returns true if an element has `translate="no"`, so that its text stays unchanged. */
export const isKeptByTranslators = (node: t.Node) =>
  node.type === 'JSXElement' &&
  handed(node).some(
    ({ prop, value }) => prop === 'translate' && value.type === 'StringLiteral' && value.value === 'no',
  )

/**
 * Returns an element's `key` attribute with its braces. If the key contains the text, React creates a new
 * element when the text changes.
 */
function keyOf({ code }: Source, node: t.JSXElement): string {
  const key = handed(node).find(({ prop }) => prop === 'key')?.value
  return key ? code.slice(key.start ?? 0, key.end ?? 0) : ''
}

function whyLoose(
  source: Source,
  absent: ReadonlySet<string>,
  slots: ReadonlyMap<string, ReadonlySet<string>>,
  node: t.JSXElement | t.JSXFragment,
): Why | null {
  const children = childKinds(source, absent, node)
  const name = node.type === 'JSXElement' ? nameOf(node) : ''
  if (STRINGS_ALONE.has(name)) return null
  if (node.type === 'JSXFragment' && children.some(({ kind }) => kind.text && !kind.blank))
    return 'a fragment contains bare text'
  const bare = slots.get(name)
  if (bare?.has('children') && children.some(({ kind }) => kind.text && !kind.blank))
    return 'bare text is passed to a component that shows it next to other nodes'
  if (
    node.type === 'JSXElement' &&
    handed(node).some(({ prop, value }) => bare?.has(prop) && kindOf(source, absent, value).text)
  )
    return 'bare text is passed to a component that shows it next to other nodes'
  if (children.length < 2) return null
  const key = node.type === 'JSXElement' ? keyOf(source, node) : ''
  const isKeyed = ({ start, end }: t.Node) => key.includes(source.code.slice(start ?? 0, end ?? 0))
  if (children.some(({ child, kind }) => kind.text && kind.changes && !isKeyed(child)))
    return 'changing text is next to other nodes'
  let isAfterOptional = false
  for (const { kind } of children) {
    if (kind.text && isAfterOptional) return 'text follows an optional node'
    isAfterOptional = kind.optional
  }
  return null
}
