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
  const fields = text
    .split('&')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
  return {
    fields,
    problem: wrong > 0 ? 'A % that no two hex digits follow stands as it is.' : null,
  }
}
