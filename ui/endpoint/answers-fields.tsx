/** The form fields of an endpoint's reply: one response, or steps. */

import { placeholderParts, placeholderWords } from '../../server/words/reply-template.ts'
import { hasAnswer } from '../form/common-fields.ts'
import { Fields, isFlawed } from '../form/form.tsx'
import { Parts } from '../form/parts.tsx'
import { type AnswerDraft, answerDraft, answerFields, answerWords } from './answer-draft.ts'

interface Props {
  answers: readonly AnswerDraft[]
  onChange: (answers: readonly AnswerDraft[]) => void
}

/** Each request gets the next step. The last step repeats. */
export function AnswersFields({ answers, onChange }: Props) {
  const [only] = answers
  const isOne = answers.length === 1
  return (
    <>
      {isOne && only ? (
        <AnswerFields answer={only} onChange={(answer) => onChange([answer])} />
      ) : (
        <Parts
          what="step"
          parts={answers}
          onChange={onChange}
          isFlawed={(answer) => isFlawed(answerFields, answer)}
          summary={(answer, index) => (
            <>
              {index === answers.length - 1 ? `From request ${index + 1} on` : `Request ${index + 1}`}:{' '}
              <b>{answerWords(answer)}</b>
            </>
          )}
          draw={(answer, change) => <AnswerFields answer={answer} onChange={change} />}
        />
      )}
      <div class="form-acts">
        <button type="button" class="small" onClick={() => onChange([...answers, answerDraft()])}>
          {isOne ? 'Reply in steps' : 'Add step'}
        </button>
      </div>
    </>
  )
}

interface AnswerProps {
  answer: AnswerDraft
  onChange: (answer: AnswerDraft) => void
}

const AnswerFields = ({ answer, onChange }: AnswerProps) => (
  <>
    <Fields rows={answerFields} form={answer} onChange={onChange} />
    {answer.template === 'on' && hasAnswer(answer) && (
      <Placeholders onPick={(word) => onChange({ ...answer, body: `${answer.body}{{${word}}}` })} />
    )}
  </>
)

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
