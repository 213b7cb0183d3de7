/** The id of the heading of an opened form: it takes the focus when the form appears. */
export const FORM_HEADING = 'form-heading'
