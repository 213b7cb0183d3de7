/** What `card-rules.js` exports, for the server, which reads card numbers by the same rules. */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'
interface FieldState {
  empty: boolean
  complete: boolean
  error?: { code: string; type: 'validation_error'; message: string }
}
export declare function brandOf(digits: string): Brand
export declare function numberDigits(text: string): string
export declare function groupNumber(digits: string): string
export declare function checkNumber(digits: string): FieldState
export declare function formatExpiry(text: string, deleting: boolean): string
export declare function readExpiry(text: string): { month: number; year: number } | null
export declare function checkExpiry(text: string, today: Date): FieldState
export declare function cvcLength(brand: string): number
export declare function checkCvc(digits: string, brand: string): FieldState
export declare const INCOMPLETE: Record<
  'cardNumber' | 'cardExpiry' | 'cardCvc',
  NonNullable<FieldState['error']>
>
