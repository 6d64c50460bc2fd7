import { pythonJson } from './python-json.ts'
import type { Recipe, Signable } from './recipes.ts'

/** What may stand in braces in a recipe's `signs`. */
const fields: Record<string, (signable: Signable) => string | Buffer | undefined> = {
  id: ({ id }) => id,
  ts: ({ timestamp }) => timestamp,
  body: ({ body }) => body,
  python_body: ({ body }) => pythonJson(body.toString('utf8')),
}

/** The bytes that a signature of this label is made over, in parts; undefined when the body or the label does not allow it. */
export function signedParts(
  recipe: Pick<Recipe, 'signs'>,
  label: string,
  signable: Signable,
): (string | Buffer)[] | undefined {
  const template = Object.hasOwn(recipe.signs, label) ? recipe.signs[label] : undefined
  if (template === undefined) return undefined
  const parts: (string | Buffer)[] = []
  for (const [index, piece] of template.split(/\{(\w+)\}/).entries()) {
    const part = index % 2 === 0 ? piece : fields[piece]?.(signable)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts
}
