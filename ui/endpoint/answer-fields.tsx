import { Field, SelectField, TextArea, TextField } from '../form/field.tsx'
import { FieldProblem } from '../form/field-problem.tsx'
import { Editor } from '../json/editor/editor.tsx'
import type { EditorMark } from '../json/editor/marks.ts'
import { type AnswerDraft, answerProblems } from './answer-draft.ts'
import { placeholderParts, placeholderWords } from './template-check.ts'

const outcomes = [
  ['', 'an answer'],
  ['reset', 'cut the connection'],
  ['hang', 'never answer'],
] as const

/** A template is JSON only when its placeholders are filled. */
const unmarked: readonly EditorMark[] = []

interface Props {
  answer: AnswerDraft
  onChange: (answer: AnswerDraft) => void
}

/** One answer: its status, headers and body, how late and how slowly it comes, or what is done in its place. */
export function AnswerFields({ answer, onChange }: Props) {
  const problems = answerProblems(answer)
  const set = (name: keyof AnswerDraft) => (value: string) => onChange({ ...answer, [name]: value })
  const isAnswer = answer.outcome === ''
  return (
    <>
      <div class="columns four">
        <SelectField
          label="Gives"
          value={answer.outcome}
          options={outcomes}
          onPick={(outcome) => onChange({ ...answer, outcome: outcome as AnswerDraft['outcome'] })}
        />
        {isAnswer && (
          <TextField label="Status" value={answer.status} problem={problems.status} onInput={set('status')} />
        )}
        <TextField
          label="After, in ms"
          placeholder="at once"
          value={answer.delay}
          problem={problems.delay}
          onInput={set('delay')}
        />
        {isAnswer && (
          <TextField
            label="Body over, in ms"
            placeholder="in one piece"
            value={answer.slow}
            problem={problems.slow}
            onInput={set('slow')}
          />
        )}
      </div>
      {isAnswer && (
        <>
          <TextArea
            label="Headers"
            rows={2}
            placeholder="Retry-After: 30"
            value={answer.headers}
            problem={problems.headers}
            onInput={set('headers')}
          />
          <Field label="Body">
            {(id) => (
              <>
                <Editor
                  id={id}
                  label="Body"
                  rows={3}
                  value={answer.body}
                  onInput={set('body')}
                  {...(answer.isTemplate && { marks: unmarked })}
                />
                {problems.body !== undefined && <FieldProblem text={problems.body} />}
              </>
            )}
          </Field>
          <div class="template">
            <label class="check">
              <input
                type="checkbox"
                checked={answer.isTemplate}
                onChange={(event) => onChange({ ...answer, isTemplate: event.currentTarget.checked })}
              />
              <span>
                A template: <code>{'{{…}}'}</code> stands for a part of the request
              </span>
            </label>
            {answer.isTemplate && (
              <Placeholders onPick={(word) => set('body')(`${answer.body}{{${word}}}`)} />
            )}
          </div>
        </>
      )}
    </>
  )
}

function Placeholders({ onPick }: { onPick: (word: string) => void }) {
  return (
    <ul class="placeholders" aria-label="Placeholders; a click puts one at the end of the body">
      {[...placeholderWords, ...placeholderParts].map((word) => (
        <li key={word}>
          <button type="button" class="small" onClick={() => onPick(word)}>
            <code>{`{{${word}}}`}</code>
          </button>
        </li>
      ))}
    </ul>
  )
}
