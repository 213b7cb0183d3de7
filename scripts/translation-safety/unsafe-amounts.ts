/**
 * Finds sentences with an amount that a browser's translator could reformat (R48.1). For example, `$1,234.50`
 * may become `1.234,50 $` or lose digits. `<Text>` and `keepAmounts` prevent that. This check follows such a
 * sentence through functions, variables, properties and props to each element that shows it.
 */
import { basename } from 'node:path'
import { parse } from '@babel/parser'
import type * as t from '@babel/types'
import { type LooseText, childrenOf, isKeptByTranslators, nameOf, returnsOf } from './unsafe-text.ts'

/** Elements that protect amounts from translation, or that show no text. */
const SAFE = new Set(['Text', 'Verbatim', 'Money', 'option', 'title', 'style', 'script', 'textarea'])

interface Source {
  file: string
  code: string
  /** Every syntax node of the file, with the name of the component that contains it. */
  nodes: { node: t.Node; component: string }[]
  /**
   * Names whose value contains an amount. A variable is written as `name`, and a prop as `Component:name`.
   */
  carriers: Set<string>
  components: Set<string>
  /** The parameters of each function in the file that is not a component. */
  functions: Map<string, t.Node[]>
}

type Carries = (node: t.Node | null | undefined) => boolean

export function findLooseAmounts(files: ReadonlyMap<string, string>): LooseText[] {
  const sources = [...files].map(([file, code]) => read(file, code))
  /**
   * Exported names whose value contains an amount. A variable is written as `file.ts#name`, and a prop as
   * `Component.prop`.
   */
  const shared = new Set<string>()
  let known = -1
  const count = () => shared.size + sources.reduce((sum, { carriers }) => sum + carriers.size, 0)
  while (known !== count()) {
    known = count()
    for (const source of sources) follow(source, shared)
  }
  return sources.flatMap((source) => looseIn(source))
}

function read(file: string, code: string): Source {
  const { program } = parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
  const nodes: Source['nodes'] = []
  const components = new Set<string>()
  const functions: Source['functions'] = new Map()
  const walk = (node: t.Node, component: string) => {
    if (isKeptByTranslators(node)) return
    const name = node.type === 'FunctionDeclaration' && node.id && /^[A-Z]/.test(node.id.name) && node.id.name
    if (name) components.add(name)
    else if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node.params)
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init &&
      'params' in node.init
    )
      functions.set(node.id.name, node.init.params as t.Node[])
    nodes.push({ node, component: name || component })
    // A destructuring pattern only reads properties, so its names do not count as new properties.
    const inside = node.type === 'ObjectPattern' ? node.properties.flatMap(childrenOf) : childrenOf(node)
    for (const child of inside) walk(child, name || component)
  }
  walk(program, '')
  return { file, code, nodes, carriers: new Set(), components, functions }
}

/**
 * Adds names to `carriers` and `shared`: each name whose value comes from a name that is known to contain an
 * amount.
 */
function follow({ file, nodes, carriers, components, functions }: Source, shared: Set<string>): void {
  for (const { node, component } of nodes) {
    const carries = carriesIn(carriers, component)
    const takeProps = (props: t.Node) => {
      if (props.type !== 'ObjectPattern') return
      for (const one of props.properties)
        if (one.type === 'ObjectProperty' && one.key.type === 'Identifier')
          if (
            shared.has(`${component}.${one.key.name}`) ||
            (one.key.name !== 'children' && shared.has(`${component}.*`))
          )
            for (const name of namesOf(one.value)) carriers.add(`${component}:${name}`)
    }
    switch (node.type) {
      case 'ImportDeclaration':
        for (const one of node.specifiers)
          if (
            one.type === 'ImportSpecifier' &&
            shared.has(`${basename(node.source.value)}#${nameIn(one.imported)}`)
          )
            carriers.add(one.local.name)
        break
      case 'VariableDeclarator':
        if (carries(node.init)) for (const name of namesOf(node.id)) carriers.add(name)
        // Reads props from a declaration such as `const { label, title } = props`.
        takeProps(node.id)
        break
      case 'FunctionDeclaration':
        if (node.id && components.has(node.id.name)) {
          const [props] = node.params
          if (props) takeProps(props)
        } else if (node.id && returnsOf(node).some(carries)) carriers.add(node.id.name)
        break
      case 'ExportNamedDeclaration': {
        const { declaration } = node
        const names =
          declaration?.type === 'FunctionDeclaration'
            ? [declaration.id?.name ?? '']
            : declaration?.type === 'VariableDeclaration'
              ? declaration.declarations.flatMap(({ id }) => namesOf(id))
              : []
        for (const name of names) if (carriers.has(name)) shared.add(`${basename(file)}#${name}`)
        break
      }
      case 'ObjectProperty':
        if (node.key.type === 'Identifier' && carries(node.value)) carriers.add(node.key.name)
        break
      case 'CallExpression': {
        const { callee } = node
        const [fn] = node.arguments
        if (callee.type === 'Identifier')
          for (const [at, param] of (functions.get(callee.name) ?? []).entries())
            if (carries(node.arguments[at])) for (const name of namesOf(param)) carriers.add(name)
        if (callee.type === 'MemberExpression' && fn && 'params' in fn && carries(callee.object))
          for (const name of fn.params.slice(0, 1).flatMap(namesOf)) carriers.add(`${component}:${name}`)
        break
      }
      case 'JSXElement': {
        const name = nameOf(node)
        if (!/^[A-Z]/.test(name) || SAFE.has(name)) break
        if (node.children.some(carries)) shared.add(`${name}.children`)
        for (const attribute of node.openingElement.attributes)
          if (attribute.type === 'JSXAttribute' && carries(attribute.value))
            shared.add(`${name}.${String(attribute.name.name)}`)
          else if (attribute.type === 'JSXSpreadAttribute' && carries(attribute.argument))
            shared.add(`${name}.*`)
          // A spread such as `{...rest}` also passes on props that the component does not name.
          else if (attribute.type === 'JSXSpreadAttribute' && attribute.argument.type === 'Identifier')
            for (const prop of propsOf(shared, component))
              if (prop !== 'children') shared.add(`${name}.${prop}`)
        break
      }
    }
  }
}

/**
 * Returns a function that checks whether the text of an expression may contain an amount. It ignores elements
 * inside the expression, which are checked separately.
 */
function carriesIn(carriers: ReadonlySet<string>, component: string): Carries {
  const isCarrier = (name: string) => carriers.has(name) || carriers.has(`${component}:${name}`)
  const carries: Carries = (node) => {
    switch (node?.type) {
      case 'JSXExpressionContainer':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return carries(node.expression)
      case 'SpreadElement':
        return carries(node.argument)
      case 'Identifier':
        return isCarrier(node.name)
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return node.property.type === 'Identifier' && !node.computed
          ? isCarrier(node.property.name)
          : carries(node.object)
      case 'CallExpression':
      case 'OptionalCallExpression': {
        const { callee } = node
        if (callee.type === 'Identifier') {
          if (callee.name === 'keepAmounts') return false
          return callee.name === 'formatMoney' || isCarrier(callee.name)
        }
        if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return false
        const [fn] = node.arguments
        const isMapped = callee.property.type === 'Identifier' && /^(map|flatMap)$/.test(callee.property.name)
        if (isMapped && fn && 'params' in fn) return carries(fn)
        return carries(callee) || carries(callee.object) || node.arguments.some(carries)
      }
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return returnsOf(node).some(carries)
      case 'TemplateLiteral':
        return node.expressions.some(carries)
      case 'BinaryExpression':
        return node.operator === '+' && (carries(node.left) || carries(node.right))
      case 'LogicalExpression':
        return carries(node.right) || (node.operator !== '&&' && carries(node.left))
      case 'ConditionalExpression':
        return carries(node.consequent) || carries(node.alternate)
      case 'ArrayExpression':
        return node.elements.some(carries)
      case 'ObjectExpression':
        return node.properties.some((one) => one.type === 'ObjectProperty' && carries(one.value))
      default:
        return false
    }
  }
  return carries
}

/** Returns the component's props whose values contain an amount. */
const propsOf = (shared: ReadonlySet<string>, component: string) =>
  [...shared].flatMap((one) =>
    component && one.startsWith(`${component}.`) ? one.slice(component.length + 1) : [],
  )

const nameIn = (node: t.Identifier | t.StringLiteral) => (node.type === 'Identifier' ? node.name : node.value)

/** Returns the names that a parameter or declaration introduces. */
function namesOf(node: t.Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name]
    case 'ObjectPattern':
      return node.properties.flatMap((one) => (one.type === 'ObjectProperty' ? namesOf(one.value) : []))
    case 'ArrayPattern':
      return node.elements.flatMap((one) => (one ? namesOf(one) : []))
    case 'AssignmentPattern':
      return namesOf(node.left)
    default:
      return []
  }
}

function looseIn({ file, code, nodes, carriers }: Source): LooseText[] {
  return nodes.flatMap(({ node, component }) => {
    const isShown =
      node.type === 'JSXFragment' ||
      (node.type === 'JSXElement' && /^[a-z]/.test(nameOf(node)) && !SAFE.has(nameOf(node)))
    if (!isShown) return []
    return node.children.filter(carriesIn(carriers, component)).map((child) => ({
      file,
      line: child.loc?.start.line ?? 0,
      why: 'an amount in a sentence that a browser may translate' as const,
      code: code.slice(child.start ?? 0, child.end ?? 0).replaceAll(/\s+/g, ' '),
    }))
  })
}
