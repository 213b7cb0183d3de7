import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { asText, csvRows, defused } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1 505 555 0142', "'+1 505 555 0142"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  [';=1+1', "';'=1+1"],
  ['; =1+1', "';' =1+1"],
  ['nuts;=1+1', "nuts;'=1+1"],
  ['nuts;;\u200b@SUM(A1);+1', "nuts;;'\u200b@SUM(A1);'+1"],
  ['nuts\n=1+1', "nuts\n'=1+1"],
  ['nuts\r\n -1', "nuts\r\n' -1"],
  ['nuts\t=1+1', "nuts\t'=1+1"],
  [';nuts', "';nuts"],
  ['  =1+1', "'  =1+1"],
  ['\u00a0=1+1', "'\u00a0=1+1"],
  ['\u200b=1+1', "'\u200b=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  ['﹦1', "'﹦1"],
  ['Ana', 'Ana'],
  ['nuts; eggs', 'nuts; eggs'],
  ['nuts\n- eggs', "nuts\n'- eggs"],
  ['nuts;"=1+1;', `nuts;'"=1+1;`],
  ['nuts\neggs', 'nuts\neggs'],
  ['a-b=c', 'a-b=c'],
  ['', ''],
])('writes the dangerous text %j as the harmless CSV cell %j (R47.5)', (text, cell) => {
  expect(defused(text)).toBe(cell)
})

test.each([
  '0207946001',
  '020 7946 0018',
  '505555014200',
  '3-4',
  '3/4',
  '3.4',
  '3-4-27',
  '2027-05',
  '5/2027',
  'May 5',
  '5 May',
  'Mar-27',
  '5-Mar-2027',
  '1:30',
  '7 pm',
  '1 1/2',
  '1e5',
  '5%',
  '(5)',
  'TRUE',
])('writes %j into a CSV with an apostrophe, so that a spreadsheet does not change it (R47.5)', (text) => {
  expect(asText(text)).toBe(`'${text}`)
})

test.each([
  '505-555-0142',
  '(505) 555-0142',
  '5055550142',
  'May',
  'April Rain',
  'None',
  '3 eggs',
  'Room 3',
  '',
  null,
  undefined,
])('writes %j into a CSV unchanged', (text) => {
  expect(asText(text)).toBe(text)
})

test('leaves no formula even for programs that split cells at semicolons', () => {
  const row = csvRows([['Ana', ';=1+1', 'nuts;=1+1', 'say "no";@SUM(A1)', 'nuts;"=1+1;', 'nuts\n=1+1']])
  const cells = Papa.parse(row, { delimiter: ';' }).data.flat()
  expect(cells.length).toBeGreaterThan(4)
  expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([])
})

test('puts quotes around CSV cells that contain a separator or a quote', () => {
  expect(csvRows([['a', 1, true, null, 'b;c', 'd,e', 'f"g', '-1']])).toBe(
    `a,1,true,,"b;c","d,e","f""g",'-1\r\n`,
  )
  expect(csvRows([['-1.00']], { defuse: false })).toBe('-1.00\r\n')
})
