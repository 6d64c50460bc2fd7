import { useState } from 'preact/hooks'
import type { Endpoint, Reply } from '../../server/wire.ts'
import { Field, SelectField, TextField } from '../parts/field.tsx'
import type { EndpointForm as Form } from '../state/routes.ts'
import { schemeOptions } from '../state/settings.ts'

interface Props {
  endpoint: Endpoint | null
  onSave: (form: Form) => Promise<void>
}

/** Name, verification and answer of an endpoint; hands on what was changed. */
export function EndpointForm({ endpoint, onSave }: Props) {
  const steps = Array.isArray(endpoint?.reply) ? endpoint.reply : null
  const fixed =
    endpoint?.reply && !Array.isArray(endpoint.reply) && !('rules' in endpoint.reply) ? endpoint.reply : null
  const [name, setName] = useState(endpoint?.name ?? '')
  const [secret, setSecret] = useState('')
  const [scheme, setScheme] = useState(endpoint?.scheme ?? '')
  const before = {
    status: `${fixed?.status ?? 200}`,
    body: fixed?.body ?? '',
    delay: `${fixed?.delay_ms ?? 0}`,
  }
  const [status, setStatus] = useState(before.status)
  const [body, setBody] = useState(before.body)
  const [delay, setDelay] = useState(before.delay)

  const reply: Reply = {
    ...(fixed?.headers ? { headers: fixed.headers } : {}),
    status: Number(status),
    ...(body === '' ? {} : { body }),
    ...(Number(delay) > 0 ? { delay_ms: Number(delay) } : {}),
  }
  const isReplyChanged = status !== before.status || body !== before.body || delay !== before.delay
  const submit = (event: Event) => {
    event.preventDefault()
    void onSave({
      name,
      // Only what was changed: a reply that is set anew begins at its first step.
      ...(scheme === (endpoint?.scheme ?? '') ? {} : { scheme: scheme === '' ? null : scheme }),
      ...(secret === '' ? {} : { secret }),
      ...(isReplyChanged ? { reply } : {}),
    })
  }
  return (
    <form onSubmit={submit}>
      {endpoint === null && (
        <TextField
          label="Name"
          hint="Receives at /in/name and below."
          required
          value={name}
          onInput={setName}
        />
      )}
      <div class="columns">
        <SelectField
          label="Scheme"
          value={scheme}
          options={[['', 'as the headers say'], ...schemeOptions.value]}
          onPick={setScheme}
        />
        <TextField
          label={endpoint?.secret ? 'New secret' : 'Secret'}
          hint={
            endpoint?.secret ? 'Left empty, it stays.' : 'What signatures are verified with, such as whsec_…'
          }
          value={secret}
          onInput={setSecret}
        />
      </div>
      {steps ? (
        <p class="quiet">
          It answers in {steps.length} steps ({steps.map((step) => step.status).join(', then ')}); change them
          through the API.
        </p>
      ) : (
        <>
          <div class="columns">
            <TextField label="Answer status" type="number" value={status} onInput={setStatus} />
            <TextField label="After, in ms" type="number" value={delay} onInput={setDelay} />
          </div>
          <Field label="Answer body">
            {(id) => (
              <textarea
                id={id}
                rows={3}
                spellcheck={false}
                value={body}
                onInput={(event) => setBody(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
      <div class="form-acts">
        <button type="submit" class="primary">
          {endpoint === null ? 'Make it' : 'Save'}
        </button>
      </div>
    </form>
  )
}
