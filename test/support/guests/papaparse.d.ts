/** Types for the parser of CSV files. The package itself has no types. */
declare module 'papaparse' {
  interface Parsed {
    data: string[][]
    errors: { type: string; message: string }[]
    meta: { delimiter: string; linebreak: string }
  }
  const Papa: { parse(text: string, options?: { delimiter: string }): Parsed }
  export default Papa
}
