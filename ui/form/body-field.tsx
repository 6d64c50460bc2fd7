/** The field of a body: the JSON editor with its label, problem and hint. In demo mode it hides secrets. */

import type { RefObject } from 'preact'
import { Editor, type EditorHandle } from '../json/editor/editor.tsx'
import type { EditorMark } from '../json/editor/marks.ts'
import { UnlessSecret } from '../secrets/unless-secret.tsx'
import { Field } from './field.tsx'

interface Props {
  label: string
  value: string
  onInput: (value: string) => void
  rows?: number
  hint?: string | undefined
  problem?: string | undefined
  /** The mistakes of the text; by default the first JSON mistake, if the text starts like JSON. */
  marks?: readonly EditorMark[]
  handle?: RefObject<EditorHandle | null>
}

export const BodyField = ({ label, hint, problem, rows = 8, ...editor }: Props) => (
  <UnlessSecret label={label} text={editor.value}>
    <Field label={label} hint={hint} problem={problem}>
      {(id) => <Editor id={id} label={label} rows={rows} {...editor} />}
    </Field>
  </UnlessSecret>
)
