/**
 * The project's root folder, and functions that run another program: one waits until it has ended, one
 * replaces the current program by it.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Runs a program to its end and returns its exit status. The status is 128 or more if a signal ended the
 * program, and 127 if the program could not start. With `quiet`, the output is returned as text instead of
 * printed.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { quiet?: boolean, limitSeconds?: number }} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(command, args, { quiet = false, limitSeconds, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      timeout: limitSeconds && limitSeconds * 1000,
      killSignal: 'SIGKILL',
      ...options,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()))
    child.on('error', (error) => resolve({ status: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code, signal) => resolve({ status: code ?? (signal ? 137 : 1), output }))
  })
}

/**
 * Runs a program in place of the current one: passes signals to it, and ends with its status.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => {
      // The terminal already sends Ctrl-C to the child process. A second signal would force that process to
      // stop immediately.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  child.on('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal) process.exitCode = 1
    process.exit(code ?? 1)
  })
}
