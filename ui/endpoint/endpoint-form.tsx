/** The form that creates or changes an endpoint. */

import type { Endpoint } from '../../server/wire.ts'
import { placeholderParts, placeholderWords } from '../../server/words/reply-template.ts'
import { Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { endpointCommand } from '../commands/endpoint-command.ts'
import { hasAnswer } from '../form/common-fields.ts'
import { useFollowingDraft } from '../form/drafts.ts'
import { changesOf, Fields, Form, isFlawed } from '../form/form.tsx'
import { Parts } from '../form/parts.tsx'
import { Choice } from '../kit/choice.tsx'
import { FieldProblem } from '../kit/problem.tsx'
import { type EndpointForm as Order, postEndpoint } from '../live/routes/endpoint.ts'
import { readSettings } from '../live/settings.ts'
import { fromHere } from '../place/navigation.ts'
import { withScheme } from '../subscription/subscription-form.tsx'
import { type AnswerDraft, answerDraft, answerFields, answerWords } from './answer-draft.ts'
import { editEndpoint } from './endpoint-acts.ts'
import {
  endpointDraft,
  endpointDrafts,
  endpointFields,
  limitFields,
  type ReplyDraft,
} from './endpoint-draft.ts'
import { type RuleDraft, ruleDraft, ruleFields, ruleWords } from './rule-draft.ts'

export function EndpointForm({ endpoint }: { endpoint: Endpoint | null }) {
  const draft = useFollowingDraft(endpointDrafts, endpoint?.name ?? 'new', endpointDraft(endpoint))
  const { before, form, change } = draft
  const rows = endpointFields(endpoint, {
    reply: ({ value, problem, onInput }) => <Reply reply={value} problem={problem} onChange={onInput} />,
    rate_limit: ({ value, problem, onInput }) => (
      <>
        <Fields rows={limitFields} form={value} onChange={onInput} />
        {problem && <FieldProblem text={problem} />}
        <p class="quiet">Requests above the limit get 429 with Retry-After.</p>
      </>
    ),
  })
  const order = { name: form.name.trim(), ...changesOf(rows, form, before) }
  const send = async () => {
    const goOn = fromHere()
    const done = await (endpoint === null
      ? postEndpoint(order)
      : editEndpoint(endpoint, order, `Changed /in/${order.name}`))
    if (!done.ok) return done
    if (endpoint === null) await readSettings()
    goOn({ open: done.value.endpoint.name })
    draft.saved(form)
    return done
  }
  return (
    <Form
      rows={rows}
      draft={{ ...draft, change: (next) => change(withScheme(next, form, before)) }}
      title={endpoint === null ? 'Create' : 'Save'}
      send={send}
      disabled={endpoint !== null && !draft.isChanged}
    >
      {order.name !== '' && !isFlawed(rows, form) && (
        <Terminal
          commands={[
            { what: 'the command', text: endpointCommand(order) },
            { what: 'the curl command', text: curlOf(endpoint, order) },
          ]}
        />
      )}
    </Form>
  )
}

function curlOf(endpoint: Endpoint | null, { name, ...change }: Order): string {
  return endpoint === null
    ? sandboxCurl('POST', '/sandbox/endpoints', { name, ...change })
    : sandboxCurl('PATCH', `/sandbox/endpoints/${name}`, change)
}

interface ReplyProps {
  reply: ReplyDraft
  problem: string | undefined
  onChange: (reply: ReplyDraft) => void
}

const replies = [
  [false, 'All requests'],
  [true, 'Match rules'],
] as const

function Reply({ reply, problem, onChange }: ReplyProps) {
  const { hasRules, rules, answers } = reply
  const replyBy = (byRules: boolean) =>
    onChange({ ...reply, hasRules: byRules, rules: byRules && rules.length === 0 ? [ruleDraft()] : rules })
  return (
    <section class="answers">
      <div class="body-bar">
        <h3 class="label">Responses</h3>
        <Choice label="Reply" options={replies} value={hasRules} onPick={replyBy} />
      </div>
      {hasRules && (
        <>
          <Rules rules={rules} onChange={(rules) => onChange({ ...reply, rules })} />
          <h3 class="label">If no rule matches</h3>
        </>
      )}
      <AnswersFields answers={answers} onChange={(answers) => onChange({ ...reply, answers })} />
      {problem && <FieldProblem text={problem} />}
    </section>
  )
}

interface RulesProps {
  rules: readonly RuleDraft[]
  onChange: (rules: readonly RuleDraft[]) => void
}

/** The rules in order. The first matching rule sends the response. */
const Rules = ({ rules, onChange }: RulesProps) => (
  <>
    <Parts
      what="rule"
      isOrdered
      parts={rules}
      onChange={onChange}
      isFlawed={(rule) => isFlawed(ruleFields, rule)}
      summary={(rule, index) => (
        <>
          {rule.name.trim() || `Rule ${index + 1}`}: <b>{ruleWords(rule)}</b>
        </>
      )}
      draw={(rule, change) => (
        <>
          <Fields rows={ruleFields} form={rule} onChange={(typed) => change({ ...rule, ...typed })} />
          <h4>Reply</h4>
          <AnswersFields answers={rule.answers} onChange={(answers) => change({ ...rule, answers })} />
        </>
      )}
    />
    {rules.length === 0 && <p class="quiet">No rules yet.</p>}
    <div class="form-acts">
      <button type="button" class="small" onClick={() => onChange([...rules, ruleDraft()])}>
        Add rule
      </button>
    </div>
  </>
)

interface Props {
  answers: readonly AnswerDraft[]
  onChange: (answers: readonly AnswerDraft[]) => void
}

/** Each request gets the next step. The last step repeats. */
function AnswersFields({ answers, onChange }: Props) {
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
