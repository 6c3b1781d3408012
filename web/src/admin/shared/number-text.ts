/** What somebody typed into a field: an amount of money that the server takes, and a whole number or nothing. */
export const MONEY = /^\d{1,7}(\.\d{1,2})?$/
export const WHOLE = /^\d*$/
