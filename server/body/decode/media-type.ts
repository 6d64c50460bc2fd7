/** Parses a Content-Type or Content-Disposition. */
export interface MediaType {
  /** `type/subtype`, or the disposition, in lower case. */
  type: string
  /** By names in lower case. Of repeated parameters the first counts. */
  parameters: ReadonlyMap<string, string>
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gsy

/** Parses a header's value (RFC 9110, 5.6.6), up to the first invalid parameter. */
export function mediaTypeIn(value: string): MediaType {
  const end = value.indexOf(';')
  const type = (end < 0 ? value : value.slice(0, end)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  const rest = end < 0 ? '' : value.slice(end)
  for (const [, name = '', text, bare = ''] of rest.matchAll(parameter)) {
    const key = name.toLowerCase()
    // Browsers do not escape backslashes in file names. Only \" and \\ are escapes.
    if (!parameters.has(key)) parameters.set(key, text?.replace(/\\(["\\])/g, '$1') ?? bare.trim())
  }
  return { type, parameters }
}

export const isJsonMedia = (type: string): boolean => /^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(type)
