import { type SignedPart, signedParts } from './signed-parts.ts'

const titles = {
  id: 'webhook-id',
  timestamp: 'timestamp',
} as const satisfies Record<Exclude<SignedPart['role'], 'body'>, string>

/** The whole body stands under Request; here it only has to be recognised. */
const mostShown = 4000

interface Props {
  scheme: string | null
  content: string
  /** What the body's part is, in words. */
  body: string
}

/** What a scheme signs, each part in its colour. */
export function SignedString({ scheme, content, body }: Props) {
  const parts = signedParts(scheme, content)
  return (
    <section>
      <h3 class="label">Signed string</h3>
      <div class="signed">
        {parts.map(({ role, text }, index) => (
          <span key={role}>
            {index > 0 && '.'}
            <span class={`part ${role}`}>{text.slice(0, mostShown)}</span>
            {text.length > mostShown && (
              <span class="quiet"> … {text.length - mostShown} more characters</span>
            )}
          </span>
        ))}
      </div>
      <p class="legend quiet">
        {parts.map(({ role }) => (
          <span key={role} class={role}>
            {role === 'body' ? body : titles[role]}
          </span>
        ))}
      </p>
    </section>
  )
}
