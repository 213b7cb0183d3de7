import { describe, expect, test } from 'vitest'
import { labelHeight, frameDash, grassPath, MAP, mesaOutline, mapPlan, smoothPath } from './map-geometry.ts'
import { road } from './road.ts'

const plan = mapPlan(road)

describe('the code that scales the dirt road to the map', () => {
  test('fits the whole road onto the map, with north up and east to the right', () => {
    for (const { x, y } of road.line.map(plan.point)) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(MAP.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(MAP.height)
    }
    const here = plan.point({ lat: 33.5, lon: -107.5 })
    expect(plan.point({ lat: 33.51, lon: -107.5 }).y).toBeLessThan(here.y)
    expect(plan.point({ lat: 33.5, lon: -107.49 }).x).toBeGreaterThan(here.x)
  })

  test('draws a mile at the same length from north to south as from west to east', () => {
    const here = plan.point({ lat: 33.55, lon: -107.5 })
    const across = plan.point({ lat: 33.55, lon: -107.5 + 1 / (69.09 * Math.cos((33.55 * Math.PI) / 180)) })
    const down = plan.point({ lat: 33.55 - 1 / 69.09, lon: -107.5 })
    expect(across.x - here.x).toBeCloseTo(plan.mile, 0)
    expect(down.y - here.y).toBeCloseTo(plan.mile, 0)
  })

  test('fits the map to a road that runs from west to east', () => {
    const line = [
      { lat: 33.5, lon: -107.8 },
      { lat: 33.5, lon: -107.5 },
    ]
    const { point } = mapPlan({ line })
    const [from, to] = line.map(point)
    expect(from?.x).toBeGreaterThan(0)
    expect(to?.x).toBeLessThan(MAP.width)
    expect(from?.y).toBe(to?.y)
  })
})

describe('the code that draws the map of the dirt road', () => {
  test('draws a smooth path from the first point to the last, or a closed path', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 5 },
      { x: 20, y: 0 },
    ]
    expect(smoothPath(points)).toMatch(/^M0 0C.* 10 5C.* 20 0$/)
    expect(smoothPath(points, true)).toMatch(/^M0 0.* 0 0Z$/)
    expect(smoothPath([])).toBe('')
  })

  test('draws the same mesa for the same seed, so that server and browser render the same map', () => {
    expect(mesaOutline({ x: 50, y: 50 }, 30, 1)).toBe(mesaOutline({ x: 50, y: 50 }, 30, 1))
    expect(mesaOutline({ x: 50, y: 50 }, 30, 1)).not.toBe(mesaOutline({ x: 50, y: 50 }, 30, 2))
  })

  test('draws no grass in areas that must stay empty', () => {
    expect(grassPath([])).not.toBe('')
    expect(grassPath([{ middle: { x: 180, y: 320 }, radius: 1000 }])).toBe('')
  })

  test('moves a label away from a mile post above or below the label, and moves no other label', () => {
    const posts = [{ x: 100, y: 100 }]
    expect(labelHeight({ x: 110, y: 95 }, posts)).toBe(81)
    expect(labelHeight({ x: 110, y: 105 }, posts)).toBe(119)
    expect(labelHeight({ x: 100, y: 100 }, posts)).toBe(100)
    expect(labelHeight({ x: 110, y: 140 }, posts)).toBe(140)
  })

  test("gives each side of the map's frame an odd number of dashes, so that the side begins and ends with black", () => {
    expect(Math.round(344 / frameDash(344, plan.mile)) % 2).toBe(1)
    expect(frameDash(344, plan.mile) / plan.mile).toBeCloseTo(0.5, 0)
  })
})
