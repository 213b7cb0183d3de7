/** Problems of a file of `content/`, in words for whoever edits it. */
import type { z } from 'zod'
import { lineAt, nodeAt, valueOf, type SyntaxNode } from './source.ts'

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

export interface Expected {
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
