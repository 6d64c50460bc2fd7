/** More fields than these are not told. */
const mostFields = 10_000

/** The fields of `application/x-www-form-urlencoded`, in order, repeated names apart. */
export function formFields(
  text: string,
  charset: string,
): { fields: [name: string, value: string][]; problem: string | null } {
  const decoder = new TextDecoder(charset)
  let wrong = 0
  const decode = (part: string) => {
    const spaced = part.replaceAll('+', ' ')
    if (!spaced.includes('%')) return spaced
    if (/%(?![0-9A-Fa-f]{2})/.test(spaced)) wrong++
    return spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
      decoder.decode(Buffer.from(bytes.replaceAll('%', ''), 'hex')),
    )
  }
  const all = text.split('&').filter((part) => part !== '')
  const fields = all.slice(0, mostFields).map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
  })
  const problems = [
    wrong > 0 ? 'A % that no two hex digits follow stands as it is.' : null,
    all.length > mostFields ? `Only the first ${mostFields} fields are told.` : null,
  ]
  return { fields, problem: problems.filter((one) => one !== null).join(' ') || null }
}
