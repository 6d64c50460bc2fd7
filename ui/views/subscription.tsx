import { useState } from 'preact/hooks'
import type { Subscription } from '../../server/wire.ts'
import { Copy } from '../parts/copy.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { dateTime, target } from '../parts/format.ts'
import { Mark } from '../parts/mark.tsx'
import { ProblemBox } from '../parts/problem.tsx'
import { Secret } from '../parts/secret.tsx'
import type { Problem, Result } from '../state/api.ts'
import { go } from '../state/navigation.ts'
import { patchSubscription } from '../state/routes.ts'
import { schemeOptions } from '../state/settings.ts'
import { changeSubscription, unsubscribe } from '../state/subscribing.ts'
import { Back } from './back.tsx'
import { Confirm } from './confirm.tsx'
import { RelatedDeliveries } from './related.tsx'
import { patternsOf } from './subscribe-form.tsx'

/** One subscription: its secret, its signing, its switch. */
export function SubscriptionDetail({ subscription }: { subscription: Subscription }) {
  const { id, identity, url, status, secret, scheme } = subscription
  const [problem, setProblem] = useState<Problem | null>(null)
  const act = async (change: Promise<Result<unknown>>): Promise<boolean> => {
    const done = await change
    setProblem(done.ok ? null : done.problem)
    return done.ok
  }
  const isEnabled = status === 'enabled'
  const turn = () =>
    act(changeSubscription(id, identity, { status: isEnabled ? 'STATUS_DISABLED' : 'STATUS_ENABLED' }))
  const remove = async () => {
    if (await act(unsubscribe(id, identity))) go({ open: null }, 'replace')
  }
  return (
    <div class="form-pane">
      <Back />
      <h2>{target(url, location.origin)}</h2>
      <p class="thing-state">
        <Mark sign={{ tone: isEnabled ? 'good' : 'quiet', text: status }} />{' '}
        <span class="quiet">
          · of {identity} · since {dateTime(subscription.created_time)}
        </span>
      </p>
      <div class="acts">
        <button type="button" onClick={() => void turn()}>
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <Copy text={id} label="Copy id" />
        <Confirm label="Delete" question="Delete it for good?" onYes={remove} />
      </div>
      {problem && <ProblemBox problem={problem} />}
      <dl class="facts">
        <div>
          <dt>Id</dt>
          <dd>
            <code>{id}</code>
          </dd>
        </div>
        <div>
          <dt>Secret</dt>
          <dd>
            <Secret secret={secret} of="this subscription" />
          </dd>
        </div>
      </dl>
      <SelectField
        label="Signed by"
        hint="Holds for new deliveries."
        value={scheme}
        options={schemeOptions.value}
        onPick={(picked) => void act(patchSubscription(id, { scheme: picked }))}
      />
      <ChangeForm key={subscription.updated_time} subscription={subscription} act={act} />
      <RelatedDeliveries title="Deliveries" none="None yet." filters={{ subscription_id: id, limit: 10 }} />
    </div>
  )
}

interface ChangeProps {
  subscription: Subscription
  act: (change: Promise<Result<unknown>>) => Promise<boolean>
}

function ChangeForm({ subscription, act }: ChangeProps) {
  const { id, identity } = subscription
  const [url, setUrl] = useState(subscription.url)
  const [events, setEvents] = useState(subscription.events.join(', '))
  const [description, setDescription] = useState(subscription.description)
  const isSame =
    url === subscription.url &&
    events === subscription.events.join(', ') &&
    description === subscription.description
  const submit = (event: Event) => {
    event.preventDefault()
    void act(changeSubscription(id, identity, { url, events: patternsOf(events), description }))
  }
  return (
    <form onSubmit={submit}>
      <TextField label="URL" required value={url} onInput={setUrl} />
      <TextField label="Events" required value={events} onInput={setEvents} />
      <TextField label="Description" value={description} onInput={setDescription} />
      <div class="form-acts">
        <button type="submit" class="primary" disabled={isSame}>
          Save
        </button>
      </div>
    </form>
  )
}
