/** The form that creates or changes an endpoint. */

import type { Endpoint } from '../../server/wire.ts'
import { Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { endpointCommand } from '../commands/endpoint-command.ts'
import { useFollowingDraft } from '../form/drafts.ts'
import { Choices, FormActs, fieldsOf, SelectField, submits, TextArea, TextField } from '../form/field.tsx'
import { Choice } from '../kit/choice.tsx'
import type { EndpointForm as Form } from '../live/routes.ts'
import { catalogue, schemeOptions } from '../live/settings.ts'
import { AnswersFields } from './answers-fields.tsx'
import {
  changesOf,
  type EndpointDraft as Draft,
  endpointDraft,
  endpointDrafts,
  endpointProblems,
  isFlawed,
} from './endpoint-draft.ts'
import { ruleDraft } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'

interface Props {
  endpoint: Endpoint | null
  /** Resolves to whether the endpoint was saved. */
  onSave: (form: Form) => Promise<boolean>
}

export function EndpointForm({ endpoint, onSave }: Props) {
  const following = useFollowingDraft(endpointDrafts, endpoint?.name ?? 'new', endpointDraft(endpoint))
  const { before, form: draft, change: setDraft } = following
  const problems = endpointProblems(draft)
  const field = fieldsOf(draft, setDraft, problems)
  const form = changesOf(draft, before)
  const flawed = isFlawed(draft)
  const submit = async () => {
    if (!flawed && (await onSave(form))) following.saved(draft)
  }
  return (
    <form onSubmit={submits(submit)}>
      {endpoint === null && (
        <TextField
          label="Name"
          hint="Receives requests to /in/name and all paths below."
          required
          {...field('name')}
        />
      )}
      <div class="columns">
        <SelectField
          label="Scheme"
          value={draft.scheme}
          options={[['', 'detect from the headers'], ...schemeOptions.value]}
          // Each scheme has its own options.
          onInput={(scheme) =>
            setDraft({ ...draft, scheme, options: scheme === before.scheme ? before.options : '' })
          }
        />
        {draft.scheme !== '' && (
          <TextField
            label="Scheme options"
            hint="A JSON object, if the scheme has options."
            placeholder="{}"
            {...field('options')}
          />
        )}
        <TextField
          label={endpoint?.secret ? 'New secret' : 'Secret'}
          class="secret-field"
          hint={
            endpoint?.secret
              ? 'Leave empty to keep the current secret.'
              : 'Verifies signatures, such as whsec_…'
          }
          {...field('secret')}
        />
      </div>
      <Answers draft={draft} onChange={setDraft} />
      <Traffic draft={draft} onChange={setDraft} />
      {draft.name.trim() !== '' && !flawed && (
        <Terminal
          commands={[
            { what: 'the command', text: endpointCommand(form) },
            { what: 'the curl command', text: curlOf(endpoint, form) },
          ]}
        />
      )}
      <FormActs title={endpoint === null ? 'Create' : 'Save'} disabled={flawed} draft={following}>
        {flawed && <span class="bad">✕ A field above is invalid.</span>}
      </FormActs>
      <Choices id="event-names" of={catalogue.value?.map(({ event }) => event)} />
    </form>
  )
}

function curlOf(endpoint: Endpoint | null, { name, ...change }: Form): string {
  return endpoint === null
    ? sandboxCurl('POST', '/sandbox/endpoints', { name, ...change })
    : sandboxCurl('PATCH', `/sandbox/endpoints/${name}`, change)
}

interface PartProps {
  draft: Draft
  onChange: (draft: Draft) => void
}

function Answers({ draft, onChange }: PartProps) {
  const { hasRules, rules, answers } = draft
  const answerBy = (byRules: boolean) =>
    onChange({ ...draft, hasRules: byRules, rules: byRules && rules.length === 0 ? [ruleDraft()] : rules })
  const pick = [
    [false, 'All requests'],
    [true, 'Match rules'],
  ] as const
  return (
    <section class="answers">
      <div class="body-bar">
        <h3 class="label">Responses</h3>
        <Choice label="Reply" options={pick} value={hasRules} onPick={answerBy} />
      </div>
      {hasRules && (
        <>
          <RuleFields rules={rules} onChange={(changed) => onChange({ ...draft, rules: changed })} />
          <h3 class="label">If no rule matches</h3>
        </>
      )}
      <AnswersFields answers={answers} onChange={(changed) => onChange({ ...draft, answers: changed })} />
    </section>
  )
}

function Traffic({ draft, onChange }: PartProps) {
  const field = fieldsOf(draft, onChange, endpointProblems(draft))
  return (
    <>
      <TextArea
        label="Forward to"
        hint="One URL per line. Each gets the exact bytes. The sender gets the response of the first."
        rows={2}
        placeholder="http://localhost:3000/webhooks"
        {...field('forward')}
      />
      <div class="columns narrow">
        <TextField label="Rate limit" placeholder="no limit" {...field('limit')} />
        <TextField label="Per" {...field('per')} />
        <TextField label="Burst" placeholder="same as limit" {...field('burst')} />
      </div>
      <p class="quiet">Requests above the limit get 429 with Retry-After.</p>
    </>
  )
}
