/** The Request tab of a capture: the request as received, byte for byte. */
import type { Capture } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { Measured } from '../kit/measured.tsx'
import { dateTime } from '../kit/time.ts'
import { getDecoded } from '../live/routes/capture.ts'
import { captureBytes, readBytes } from '../message/bodies.ts'
import { Body } from '../message/body.tsx'
import { bodyFile } from '../message/body-size.ts'
import { Decoded } from '../message/decoded.tsx'
import { isWorthDecoding } from '../message/decoding.ts'
import { Message } from '../message/message.tsx'
import { WithIds } from '../secrets/with-ids.tsx'

/** Path and query as sent. */
const withQuery = ({ path, query }: Pick<Capture, 'path' | 'query'>) =>
  query === '' ? path : `${path}?${query.replace(/^\?/, '')}`

/** The framing of the body: `chunked`, `Content-Length 174 bytes`, `no body`. */
function framingWords({
  framing,
  body_size,
  expects_continue,
}: Pick<Capture, 'framing' | 'body_size' | 'expects_continue'>): string {
  const body = {
    length: `Content-Length ${bytes(body_size)}`,
    chunked: `chunked, ${bytes(body_size)} in total`,
    none: 'no body',
  }[framing]
  return expects_continue ? `${body} · sent Expect: 100-continue` : body
}

export function Request({ capture }: { capture: Capture }) {
  const { body, body_base64, body_omitted, body_cut, body_size, verdict } = capture
  const missing = body_omitted
    ? `The sandbox answered 413 and did not keep the body: ${bytes(body_size)} exceed the size limit. ${verdict.hint ?? ''}`
    : body_cut && body === null && body_base64 === null
      ? verdict.reason
      : null
  const isDecoded = missing === null && isWorthDecoding(capture)
  return (
    <Message
      line={
        <>
          <code>
            <b>{capture.method}</b> <WithIds text={withQuery(capture)} />{' '}
            <span class="quiet">HTTP/{capture.http_version}</span>
          </code>
          <span class="quiet">
            {' · '}
            <Measured text={`${dateTime(capture.received_at)} · ${framingWords(capture)}`} />
          </span>
        </>
      }
      headers={capture.headers}
      trailers={capture.trailers}
    >
      {isDecoded && <Decoded of={capture.id} read={() => getDecoded(capture.id)} />}
      <Body
        title={isDecoded ? 'Body as received' : 'Body'}
        text={body}
        base64={body_base64}
        missing={missing}
        leftOut={capture.body_left_out}
        read={(size) => readBytes(captureBytes(capture.id), size)}
        file={bodyFile(captureBytes(capture.id), capture.headers, body)}
      />
    </Message>
  )
}
