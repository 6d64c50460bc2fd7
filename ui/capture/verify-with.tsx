/** Verifies a capture with another secret or scheme. */
import { useRef, useState } from 'preact/hooks'
import type { Capture, Verdict } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { ownerWords } from '../../server/words/verdict.ts'
import { Terminal } from '../commands/commands.tsx'
import { sandboxCurl } from '../commands/curl.ts'
import { SelectField, TextField } from '../form/field.tsx'
import { Fact } from '../kit/fact.tsx'
import { capitalized } from '../kit/format.ts'
import type { Problem } from '../live/api.ts'
import { ProblemBox } from '../live/problem.tsx'
import { attemptTo } from '../live/refusal.ts'
import { getCapture } from '../live/routes/records.ts'
import { postVerify } from '../live/routes/verify.ts'
import { schemeOptions } from '../live/settings.ts'
import { verdictSign, verifyOrder } from '../live/verify-order.ts'
import { Finding } from '../message/finding.tsx'
import { Causes } from '../verdict/causes.tsx'

/** Longer bodies are left out of the command. */
const longestBody = 4000

export function VerifyWith({ capture }: { capture: Capture }) {
  const [asked, setAsked] = useState({ scheme: capture.verdict.scheme ?? '', secret: '' })
  const { scheme, secret } = asked
  const [told, setTold] = useState<{ verdict: Verdict | null; problem: Problem | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useRef(asked)
  /** A result answers only the question asked at the time. */
  const ask = (change: Partial<typeof asked>) => {
    now.current = { ...asked, ...change }
    setAsked(now.current)
    setTold(null)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    // The page loaded only the beginning of a large body.
    const found = capture.body_left_out === undefined ? { capture } : await attemptTo(getCapture(capture.id))
    const done = found && (await postVerify(verifyOrder(found.capture, { scheme, secret })))
    setBusy(false)
    if (done && now.current === asked)
      setTold(
        done.ok ? { verdict: done.value.verdict, problem: null } : { verdict: null, problem: done.problem },
      )
  }
  const order = verifyOrder(capture, { scheme, secret })
  return (
    <details class="exchange verify-with">
      <summary>Verify with another secret or scheme</summary>
      <div class="resend">
        <form onSubmit={(event) => void submit(event)}>
          <div class="columns">
            <SelectField
              label="Scheme"
              value={scheme}
              options={[['', 'detect from the headers'], ...schemeOptions.value]}
              onInput={(scheme) => ask({ scheme })}
            />
            <TextField
              label="Secret"
              class="secret-field"
              placeholder="all known secrets"
              value={secret}
              onInput={(secret) => ask({ secret })}
            />
          </div>
          <div class="form-acts">
            <button type="submit" aria-busy={busy}>
              Verify
            </button>
            <span class="quiet">The sandbox verifies as of the time of receipt, and stores nothing.</span>
          </div>
        </form>
        <div aria-live="polite">
          {told?.problem && <ProblemBox problem={told.problem} />}
          {told?.verdict && <Told verdict={told.verdict} />}
        </div>
        {capture.body_size <= longestBody ? (
          <Terminal
            commands={[{ what: 'the curl command', text: sandboxCurl('POST', '/sandbox/verify', order) }]}
          />
        ) : (
          <p class="quiet">
            From a terminal: POST /sandbox/verify with the captured headers and the body of{' '}
            {bytes(capture.body_size)}.
          </p>
        )}
      </div>
    </details>
  )
}

function Told({ verdict }: { verdict: Verdict }) {
  const sign = verdictSign(verdict)
  return (
    <>
      <Finding sign={sign}>
        <p>{verdict.reason}</p>
        {verdict.hint && <p>{verdict.hint}</p>}
      </Finding>
      <dl class="facts">
        {(['scheme', 'expected', 'received', 'secret_of'] as const).map((name) => {
          const value = verdict[name]
          return (
            value !== null && (
              <Fact key={name} name={name === 'secret_of' ? 'Secret of' : capitalized(name)}>
                {typeof value === 'string' ? <code>{value}</code> : ownerWords(value)}
              </Fact>
            )
          )
        })}
      </dl>
      {verdict.causes.length > 0 && <Causes causes={verdict.causes} tone={sign.tone} />}
    </>
  )
}
