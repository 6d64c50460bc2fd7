/** More than white space before a body is no JSON of a webhook. */
const looked = 100

/**
 * What is advised of a body that begins as an object or a list of JSON and does not end as one: nothing is proved by it, and
 * no signature over the whole can fit. Undefined where it ends as it should.
 */
export function adviceOnUnfinished(body: Buffer): string | undefined {
  const [, first] =
    /^\s*(?:(\{)\s*"|(\[)\s*[{["])/.exec(body.toString('latin1', 0, looked))?.filter(Boolean) ?? []
  const last = body
    .toString('latin1', Math.max(0, body.length - looked))
    .trimEnd()
    .at(-1)
  if (first === undefined || last === (first === '{' ? '}' : ']')) return undefined
  return 'The body ends in the middle of its JSON: see that Content-Length counts its bytes, not its letters, and what cuts it on its way.'
}
