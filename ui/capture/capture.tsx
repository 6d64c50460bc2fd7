/** The detail of a capture: what was done on purpose, verdict, request, response, and related records. */
import type { Capture } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { DetailFrame } from '../detail/detail-frame.tsx'
import { Family } from '../detail/family.tsx'
import { Mark } from '../kit/mark.tsx'
import { Measured } from '../kit/measured.tsx'
import { titled } from '../kit/titled.ts'
import { lazily } from '../live/lazily.tsx'
import { go } from '../place/navigation.ts'
import { diffTab } from '../place/place.ts'
import { captureTitle } from '../verdict/capture-title.ts'
import { CaptureActs, commandsOf, replayTab } from './acts.tsx'
import { answeredWords } from './answered.ts'
import { CaptureFault } from './fault.tsx'
import { Mistakes } from './mistakes.tsx'
import { Note } from './note.tsx'
import { repliedWords } from './on-purpose.ts'
import { Reply } from './reply.tsx'
import { Request } from './request.tsx'
import { Signature } from './signature.tsx'

const Replay = lazily(async () => (await import('./replay.tsx')).Replay)
const Diff = lazily(async () => (await import('./diff.tsx')).Diff)

export function CaptureDetail({ capture }: { capture: Capture }) {
  const spoilt = capture.verdict.on_purpose
  const replied = repliedWords(capture.reply)
  const isFailed = capture.verdict.result === 'failed'
  const title = (
    <>
      {capture.method} <span title={capture.path}>{titled(capture.path)}</span>{' '}
      <span class="quiet">
        {capture.peer !== '' && `from ${capture.peer}`}
        {capture.event && (
          <>
            {' · '}
            <span title={capture.event}>{titled(capture.event)}</span>
          </>
        )}
      </span>
    </>
  )
  const state = (
    <>
      <Mark sign={captureTitle(capture)} />
      {' · '}
      <Measured text={`${answeredWords(capture)} · ${bytes(capture.body_size)}`} />
    </>
  )
  return (
    <DetailFrame
      thing={{ kind: 'capture', data: capture }}
      title={title}
      state={state}
      acts={<CaptureActs capture={capture} />}
      commands={commandsOf(capture)}
      notice={
        <>
          <Mistakes mistakes={capture.mistakes} />
          <Note key={capture.id} capture={capture} />
        </>
      }
      purpose={
        (spoilt || replied) && (
          <>
            {spoilt && (
              <>
                {spoilt}{' '}
                <button type="button" class="link" onClick={() => go({ tab: 'fault' }, 'replace')}>
                  Show changes
                </button>
              </>
            )}
            {spoilt && replied && <br />}
            {replied}
          </>
        )
      }
      first="request"
      cause={isFailed ? 'signature' : undefined}
      about={[capture.webhook_id ?? '', capture.delivery_id ?? '']}
      tabs={[
        { name: 'request', title: 'Request', body: () => <Request capture={capture} /> },
        {
          name: 'answer',
          title: 'Response',
          ...(capture.exchanges.length > 0 && { count: capture.exchanges.length }),
          body: () => <Reply capture={capture} />,
        },
        {
          name: 'signature',
          title: 'Signature',
          body: () => <Signature capture={capture} isSpoilt={Boolean(spoilt)} />,
        },
        {
          name: 'fault',
          title: 'Fault',
          ...(capture.mistakes.length > 0 && { count: capture.mistakes.length }),
          body: () => <CaptureFault capture={capture} />,
        },
        { name: 'related', title: 'Related', body: () => <Family of={{ kind: 'capture', data: capture }} /> },
        { name: diffTab, title: 'Diff', body: () => <Diff key={capture.id} capture={capture} /> },
        { name: replayTab, title: 'Replay', body: () => <Replay key={capture.id} capture={capture} /> },
      ]}
    />
  )
}
