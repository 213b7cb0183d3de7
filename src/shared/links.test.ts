import { expect, it } from 'vitest'
import { directionsLink, directionsPath, eventPath, privateLink, reservationPath } from './links.ts'

const uuid = '6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11'

it('joins the site and its paths, with or without a slash at the end', () => {
  expect(privateLink('https://ranch.example', uuid)).toBe(
    `https://ranch.example/complete-reservation/${uuid}`,
  )
  expect(privateLink('https://ranch.example/', uuid)).toBe(
    `https://ranch.example/complete-reservation/${uuid}`,
  )
  expect(directionsLink('http://localhost:3000', uuid)).toBe(
    `http://localhost:3000/directions?attendee=${uuid}`,
  )
})

it('keeps foreign text inside its own part of the path', () => {
  expect(eventPath('a/../b?x#y')).toBe('/event/a%2F..%2Fb%3Fx%23y')
  expect(directionsPath('a&b=c')).toBe('/directions?attendee=a%26b%3Dc')
  expect(reservationPath('a/b')).toBe('/complete-reservation/a%2Fb')
  expect(directionsPath()).toBe('/directions')
})
