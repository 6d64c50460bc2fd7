/** What a Content-Type or a Content-Disposition says. */
export interface MediaType {
  /** `type/subtype`, or the disposition, in lower case. */
  type: string
  /** By names in lower case; of a repeated one the first counts. */
  parameters: ReadonlyMap<string, string>
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gsy

/** Takes a header's value apart (RFC 9110, 5.6.6); what is no parameter ends the reading. */
export function mediaTypeIn(value: string): MediaType {
  const end = value.indexOf(';')
  const type = (end < 0 ? value : value.slice(0, end)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  const rest = end < 0 ? '' : value.slice(end)
  for (const [, name = '', text, bare = ''] of rest.matchAll(parameter)) {
    const key = name.toLowerCase()
    // Browsers send a backslash in a filename as it is; only what must be escaped is taken to be.
    if (!parameters.has(key)) parameters.set(key, text?.replace(/\\(["\\])/g, '$1') ?? bare.trim())
  }
  return { type, parameters }
}

export const isJsonMedia = (type: string): boolean => /^(?:application|text)\/(?:[\w.+-]+\+)?json$/.test(type)
