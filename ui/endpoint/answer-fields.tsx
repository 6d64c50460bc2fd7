/** The form fields of one response of an endpoint. */

import { placeholderParts, placeholderWords } from '../../server/words/reply-template.ts'
import { Check, Field, fieldsOf, SelectField, TextArea, TextField } from '../form/field.tsx'
import { Editor } from '../json/editor/editor.tsx'
import type { EditorMark } from '../json/editor/marks.ts'
import { type AnswerDraft, answerProblems } from './answer-draft.ts'

const outcomes = [
  ['', 'Status and body'],
  ['reset', 'Connection reset'],
  ['hang', 'No response'],
] as const

/** A template is valid JSON only after its placeholders are filled. */
const unmarked: readonly EditorMark[] = []

interface Props {
  answer: AnswerDraft
  onChange: (answer: AnswerDraft) => void
}

export function AnswerFields({ answer, onChange }: Props) {
  const problems = answerProblems(answer)
  const field = fieldsOf(answer, onChange, problems)
  const isAnswer = answer.outcome === ''
  return (
    <>
      <div class="columns four">
        <SelectField
          label="Response"
          value={answer.outcome}
          options={outcomes}
          onInput={(outcome) => onChange({ ...answer, outcome: outcome as AnswerDraft['outcome'] })}
        />
        {isAnswer && <TextField label="Status" {...field('status')} />}
        <TextField label="Delay (ms)" placeholder="none" {...field('delay')} />
        {isAnswer && <TextField label="Body duration (ms)" placeholder="all at once" {...field('slow')} />}
      </div>
      {isAnswer && (
        <>
          <TextArea label="Headers" rows={2} placeholder="Retry-After: 30" {...field('headers')} />
          <Field label="Body" problem={problems.body}>
            {(id) => (
              <Editor
                id={id}
                label="Body"
                rows={3}
                value={answer.body}
                onInput={field('body').onInput}
                {...(answer.isTemplate && { marks: unmarked })}
              />
            )}
          </Field>
          <div class="template">
            <Check
              label={
                <>
                  Template: <code>{'{{…}}'}</code> inserts a part of the request
                </>
              }
              checked={answer.isTemplate}
              onChange={(isTemplate) => onChange({ ...answer, isTemplate })}
            />
            {answer.isTemplate && (
              <Placeholders onPick={(word) => onChange({ ...answer, body: `${answer.body}{{${word}}}` })} />
            )}
          </div>
        </>
      )}
    </>
  )
}

/** An example name for each placeholder that needs one. */
const examples = { query: 'name', header: 'Webhook-Id', json: 'data.amount' } as const

function Placeholders({ onPick }: { onPick: (word: string) => void }) {
  return (
    <ul class="wrapping" aria-label="Placeholders: click one to append it to the body">
      {[...placeholderWords, ...placeholderParts.map((part) => `${part}.${examples[part]}`)].map((word) => (
        <li key={word}>
          <button type="button" class="small" onClick={() => onPick(word)}>
            <code>{`{{${word}}}`}</code>
          </button>
        </li>
      ))}
    </ul>
  )
}
