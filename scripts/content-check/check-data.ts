/** Checks the data files of `content/` while they are built. */
import { basename, relative } from 'node:path'
import { parseAst, type Plugin } from 'vite'
import { dataFacts } from './facts.ts'
import { factProblems, failFor, lineAt, type SyntaxNode } from './problems.ts'

const DATA = /\/content\/[^/?]+\.json$/

/** Throws what is wrong in a data file, with its file and lines. */
export function checkData(text: string, path: string) {
  const file = relative(process.cwd(), path)
  const facts = dataFacts[basename(path)]
  const root = parse(text, file)
  if (facts) failFor(file, factProblems(text, root, { name: basename(path, '.json'), facts }))
  else
    failFor(file, [
      { line: 1, text: `no facts are known for this file; there are ${Object.keys(dataFacts).join(', ')}` },
    ])
}

/** JSON read as JavaScript, which it is, for the places of its parts. */
function parse(text: string, file: string): SyntaxNode {
  try {
    JSON.parse(text)
  } catch (error) {
    const offset = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length)
    failFor(file, [
      {
        line: lineAt(text, offset),
        text: 'this is not JSON: is a comma or a quotation mark missing before here?',
      },
    ])
  }
  // In brackets, so that it is an expression; on one line, so that the lines stay.
  const program = parseAst(`[${text}]`) as unknown as { body: { expression: SyntaxNode }[] }
  const [root] = program.body[0]?.expression.elements ?? []
  if (!root) throw new Error(`${file} is empty`)
  return root
}

export function checkDataFiles(): Plugin {
  return {
    name: 'content-check',
    enforce: 'pre',
    transform(code, id) {
      if (DATA.test(id)) checkData(code, id)
    },
  }
}
