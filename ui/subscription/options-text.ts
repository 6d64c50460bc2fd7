/** Options of a scheme as they stand in a field: JSON, or nothing where there are none. */
export const optionsText = (options: Record<string, unknown>): string =>
  Object.keys(options).length === 0 ? '' : JSON.stringify(options)

/** The options that a field says; null when it holds no JSON object. */
export function optionsIn(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
