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
  /** Says whether it was saved. */
  onSave: (form: Form) => Promise<boolean>
}

/** Name, verification, answers, forwarding and limit of an endpoint; hands on what was changed. */
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
        <TextField label="Name" hint="Receives at /in/name and below." required {...field('name')} />
      )}
      <div class="columns">
        <SelectField
          label="Scheme"
          value={draft.scheme}
          options={[['', 'as the headers say'], ...schemeOptions.value]}
          // What one scheme takes, another refuses.
          onInput={(scheme) =>
            setDraft({ ...draft, scheme, options: scheme === before.scheme ? before.options : '' })
          }
        />
        {draft.scheme !== '' && (
          <TextField
            label="Options of the scheme"
            hint="JSON, where the scheme takes any."
            placeholder="{}"
            {...field('options')}
          />
        )}
        <TextField
          label={endpoint?.secret ? 'New secret' : 'Secret'}
          class="secret-field"
          hint={
            endpoint?.secret ? 'Left empty, it stays.' : 'What signatures are verified with, such as whsec_…'
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
      <FormActs title={endpoint === null ? 'Make it' : 'Save'} disabled={flawed} draft={following}>
        {flawed && <span class="bad">✕ Something above would be refused.</span>}
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
    [false, 'Whatever comes'],
    [true, 'By what comes'],
  ] as const
  return (
    <section class="answers">
      <div class="body-bar">
        <h3 class="label">Answers</h3>
        <Choice label="How the answer is chosen" options={pick} value={hasRules} onPick={answerBy} />
      </div>
      {hasRules && (
        <>
          <RuleFields rules={rules} onChange={(changed) => onChange({ ...draft, rules: changed })} />
          <h3 class="label">Where no rule holds</h3>
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
        label="Pass on to"
        hint="Addresses, a line each; they get the exact bytes and the first one answers."
        rows={2}
        placeholder="http://localhost:3000/webhooks"
        {...field('forward')}
      />
      <div class="columns narrow">
        <TextField label="At most" placeholder="no limit" {...field('limit')} />
        <TextField label="In each" {...field('per')} />
        <TextField label="At once" placeholder="as many" {...field('burst')} />
      </div>
      <p class="quiet">What is beyond the limit gets 429 with Retry-After.</p>
    </>
  )
}
