/** More than white space before a body is no JSON of a webhook. */
const looked = 100

const noBody =
  'No body came: a redirect makes a GET of a POST and leaves it out, and of a stream that something has read before nothing is left to be sent.'

/**
 * What is advised of a body that is not there, or begins as an object or a list of JSON and does not end as one: nothing is
 * proved by it, and no signature over the whole can fit. Undefined where it ends as it should.
 *
 * @param isSigned whether its scheme signs the body itself
 */
export function adviceOnUnfinished(body: Buffer, isSigned: boolean): string | undefined {
  if (body.length === 0) return isSigned ? noBody : undefined
  const [, first] =
    /^\s*(?:(\{)\s*"|(\[)\s*[{["])/.exec(body.toString('latin1', 0, looked))?.filter(Boolean) ?? []
  const last = body
    .toString('latin1', Math.max(0, body.length - looked))
    .trimEnd()
    .at(-1)
  if (first === undefined || last === (first === '{' ? '}' : ']')) return undefined
  return 'The body ends in the middle of its JSON: see that Content-Length counts its bytes, not its letters, and what cuts it on its way.'
}
