/** Said with the refund where the terms of that day would give less, since the start was moved after the link was made. */
export const PROMISED = 'The link to pass on the spot promised 90 %.'
