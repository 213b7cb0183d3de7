import { expect, test } from 'vitest'
import { repairedPath } from './repaired-path.ts'

const UUID = '0190a6f0-0000-7000-8000-00000000abcd'
const HERE = `/complete-reservation/${UUID}`

test.each([
  `/complete-reservation/${UUID}%3E`,
  `/complete-reservation/%3C${UUID}%3E`,
  `/complete-reservation/${UUID}.`,
  `/complete-reservation/${UUID}).`,
  `/complete-reservation/${UUID},`,
  `/complete-reservation/${UUID}%20`,
  `/complete-reservation/%20${UUID}`,
  `/complete-reservation/${UUID}%E2%80%9D`,
  `/complete-reservation/${UUID}%E2%80%8B`,
  `/complete-reservation/=3D${UUID}`,
  `/complete-reservation/3D${UUID}`,
  `/complete-reservation/${UUID}=`,
  `/complete-reservation/${UUID.slice(0, 20)}%20${UUID.slice(20)}`,
  `/complete-reservation/${UUID.slice(0, 20)}=%0D%0A${UUID.slice(20)}`,
  `/complete-reservation/${UUID.toUpperCase()}`,
])('repairs the private link %s (R8.9)', (path) => {
  expect(repairedPath(path)).toBe(HERE)
})

test.each([
  [`/complete-reservation/${UUID}./data`, `${HERE}/data`],
  [`/confirm/${UUID}.aB-c_9%3E`, `/confirm/${UUID}.aB-c_9`],
  [`/confirm/${UUID}.aB-c_9.`, `/confirm/${UUID}.aB-c_9`],
])('repairs the path %s to %s', (path, mended) => {
  expect(repairedPath(path)).toBe(mended)
})

test.each([
  HERE,
  `${HERE}/data`,
  `/confirm/${UUID}.aB-c_9`,
  `/complete-reservation/a${UUID}`,
  `/complete-reservation/${UUID}0`,
  `/complete-reservation/${UUID}${UUID}`,
  '/complete-reservation/%',
  '/complete-reservation/%E0%A4%A',
  '/events',
  `/complete-reservation/3D${UUID.slice(2)}`.toLowerCase(),
])('leaves the path %s unchanged', (path) => {
  expect(repairedPath(path)).toBe(path)
})
