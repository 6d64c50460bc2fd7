/** Shows the signed content with each part in its colour. */
import type { CatalogueScheme } from '../../server/wire.ts'
import { Copy } from '../kit/copy.tsx'
import { Masked } from '../secrets/masked.tsx'
import { type SignedPart, signedParts } from './signed-parts.ts'

/** The Request tab shows the whole body; here its start is enough. */
const mostShown = 4000

interface Props {
  /** The recipe of the scheme; null if unknown. */
  recipe: CatalogueScheme['recipe'] | null
  content: string
  /** The body as text, if it is text, and its description. */
  body: { text: string | null; title: string }
}

export function SignedString({ recipe, content, body }: Props) {
  const parts = signedParts(recipe, content, body.text)
  const named = parts.filter(({ role }) => role !== 'joint')
  return (
    <section>
      <div class="body-bar">
        <h3 class="label">Signed string</h3>
        <span class="spring" />
        <Copy text={content} what="the signed string" />
      </div>
      <div class="signed">
        {parts.map((part, index) => (
          <Part key={`${index}${part.role}`} part={part} />
        ))}
      </div>
      <p class="legend quiet">
        {named.map(({ role, title }) => (
          <span key={title} class={role}>
            {role === 'body' && title === 'body' ? body.title : title}
          </span>
        ))}
      </p>
    </section>
  )
}

/** The template of the signed content, for a body that is not text. */
export function SignedBytes({ recipe, title }: { recipe: CatalogueScheme['recipe']; title: string }) {
  const template = Object.values(recipe.signs).find((signs) => signs.includes('{body}'))
  if (template === undefined) return null
  return (
    <section>
      <h3 class="label">Signed string</h3>
      <p class="quiet">
        <code>{template}</code>, where {'{body}'} is the {title}. The body is not text; the Request tab shows
        its bytes.
      </p>
    </section>
  )
}

function Part({ part: { role, text } }: { part: SignedPart }) {
  if (role === 'joint') return <>{text}</>
  return (
    <>
      <span class={`part ${role}`}>
        <Masked text={text.slice(0, mostShown)} />
      </span>
      {text.length > mostShown && <span class="quiet"> … {text.length - mostShown} more characters</span>}
    </>
  )
}
