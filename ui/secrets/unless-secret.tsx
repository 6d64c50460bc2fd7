/** Replaces a field with its masked text in demo mode. */

import type { ComponentChildren } from 'preact'
import { maskedHeaders, maskedText } from './mask.ts'
import { hidesSecrets, knownSecrets } from './secrets.ts'

interface Props {
  label: string
  text: string
  children: ComponentChildren
}

/** Only if the field contains secrets. */
export function UnlessSecret({ label, text, children }: Props) {
  if (!hidesSecrets.value) return <>{children}</>
  const shown = (label === 'Headers' ? maskedHeaders : maskedText)(text, knownSecrets.value)
  if (shown === text) return <>{children}</>
  return (
    <div class="field">
      <span class="label">{label}</span>
      <pre class="unless-secret">{shown}</pre>
      <p class="quiet">This field contains secrets. Leave demo mode to edit the field.</p>
    </div>
  )
}
