/** The form fields of an endpoint's reply: one response, or steps. */

import { Fold } from '../kit/fold.tsx'
import { type AnswerDraft, answerDraft, answerProblems, answerWords } from './answer-draft.ts'
import { AnswerFields } from './answer-fields.tsx'

interface Props {
  answers: readonly AnswerDraft[]
  onChange: (answers: AnswerDraft[]) => void
}

/** Each request gets the next step. The last step repeats. */
export function AnswersFields({ answers, onChange }: Props) {
  const put = (index: number, answer: AnswerDraft) =>
    onChange(answers.map((one, at) => (at === index ? answer : one)))
  const [only] = answers
  const add = (
    <button type="button" class="small" onClick={() => onChange([...answers, answerDraft()])}>
      {answers.length === 1 ? 'Reply in steps' : 'Add step'}
    </button>
  )
  if (answers.length === 1 && only !== undefined)
    return (
      <>
        <AnswerFields answer={only} onChange={(answer) => put(0, answer)} />
        <div class="form-acts">{add}</div>
      </>
    )
  return (
    <>
      <ol class="rule-steps">
        {answers.map((answer, index) => (
          <li key={`step ${index + 1}`}>
            <Fold
              isNow={index === answers.length - 1}
              isFlawed={Object.keys(answerProblems(answer)).length > 0}
            >
              <summary>
                {index === answers.length - 1 ? `From request ${index + 1} on` : `Request ${index + 1}`}:{' '}
                <b>{answerWords(answer)}</b>
              </summary>
              <AnswerFields answer={answer} onChange={(changed) => put(index, changed)} />
              <button
                type="button"
                class="small"
                onClick={() => onChange(answers.filter((_, at) => at !== index))}
              >
                Remove step
              </button>
            </Fold>
          </li>
        ))}
      </ol>
      <div class="form-acts">{add}</div>
    </>
  )
}
