/** The parser that reads our tables in tests: none of those who wrote the one that makes them. It brings no types. */
declare module 'papaparse' {
  interface Parsed {
    data: string[][]
    errors: { type: string; message: string }[]
    meta: { delimiter: string; linebreak: string }
  }
  const Papa: { parse(text: string, options?: { delimiter: string }): Parsed }
  export default Papa
}
