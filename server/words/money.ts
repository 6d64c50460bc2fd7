/** Says amounts of money. */
const symbols: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

/** `-$1,021.93` for `-1021.93`. Undefined for what is no amount. */
export function money(amount: string, currency = 'USD'): string | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,15})(\.\d{1,4})?$/.exec(amount) ?? []
  if (whole === undefined) return undefined
  const symbol = symbols[currency] ?? (/^[A-Z]{3}$/.test(currency) ? `${currency} ` : '')
  return `${sign}${symbol}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${fraction}`
}
