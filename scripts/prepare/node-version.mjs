/**
 * Every program that people start imports this file first. It prints one line if Node is too old. So this
 * file must use only syntax that old versions of Node understand.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: install Node 20.19 or later (https://nodejs.org), then try again.`,
  )
  process.exit(1)
}
