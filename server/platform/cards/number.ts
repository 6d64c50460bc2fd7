/** The Luhn check digit that makes a number of these digits and itself valid. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** A card number of 16 digits: the bank's six, nine drawn ones, and the check digit. */
export const cardNumber = (bin: string, drawn: string): string => `${bin}${drawn}${checkDigit(bin + drawn)}`
