import { expect, test } from 'vitest'
import { createLog, logConsole } from './log.ts'

const nothing = () => {}

function printed(print: (printer: Pick<Console, 'error' | 'warn' | 'log'>) => void) {
  const lines: string[] = []
  const printer = { error: nothing, warn: nothing, info: nothing, log: nothing, debug: nothing }
  logConsole(createLog({ destination: { write: (line: string) => lines.push(line) } }), printer)
  print(printer)
  return lines.map((line) => JSON.parse(line) as { level: string; err: { message: string; type: string } })
}

test('what a library prints is a line of the log, without what it quotes', () => {
  const uuid = '0b5cbd26-5f1f-4a8e-9f3c-2d1a7c9e4b55'
  const [line] = printed(({ warn }) => warn(`The URL path "/complete-reservation/${uuid}%ff" is malformed`))
  expect(line).toMatchObject({ level: 'warn', err: { message: 'The URL path "…" is malformed' } })
})

test('an error is told as any other, whatever stands before it', () => {
  const [line] = printed(({ error }) => error('Rendering failed for Ann Lee', new TypeError('no "Ann Lee"')))
  expect(line).toMatchObject({ err: { type: 'TypeError', message: 'no "…"' } })
  expect(JSON.stringify(line)).not.toContain('Ann')
})

test('other things are not told at all', () => {
  const [line] = printed(({ log }) => log({ name: 'Ann Lee' }, 'Ann Lee'))
  expect(JSON.stringify(line)).not.toContain('Ann')
})
