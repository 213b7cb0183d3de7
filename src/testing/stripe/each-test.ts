/** Runs with every test file: a request that Stripe would not take fails the test in which it was sent. */
import { afterAll, afterEach, expect } from 'vitest'
import { takeStripeProblems } from './problems.ts'

const nothingWrong = () => expect(takeStripeProblems()).toEqual([])
afterEach(nothingWrong)
afterAll(nothingWrong)
