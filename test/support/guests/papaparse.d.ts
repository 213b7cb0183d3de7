/** Types for the CSV parser papaparse. The package itself has no types. */
declare module 'papaparse' {
  interface Parsed {
    data: string[][]
    errors: { type: string; message: string }[]
    meta: { delimiter: string; linebreak: string }
  }
  const Papa: { parse(text: string, options?: { delimiter: string }): Parsed }
  export default Papa
}
