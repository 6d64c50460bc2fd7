/** Shows a decoded body, in addition to the received bytes. */
import type { DecodedBody } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'
import { AsWritten } from '../kit/as-written.tsx'
import { count } from '../kit/format.ts'
import { bytesOf } from '../kit/hex.ts'
import { saveBlob } from '../kit/save-file.ts'
import type { Result } from '../live/api.ts'
import { NotRead } from '../live/not-read.tsx'
import { useLoaded } from '../live/use-loaded.ts'
import { isSecretKey } from '../secrets/mask.ts'
import { WithIds } from '../secrets/with-ids.tsx'
import { Body } from './body.tsx'
import { decodedKind, decodedWords, isRetold, partTitle } from './decoding.ts'

export function Decoded({
  of,
  read,
}: {
  /** The owner of the body; a change reads the body again. */
  of: string
  read: () => Promise<Result<{ decoded: DecodedBody }>>
}) {
  const { value, problem, retry } = useLoaded(of, 0, read)
  if (problem !== null) return <NotRead problem={problem} again={retry} />
  if (value === null) return <p class="quiet">Decoding the body…</p>
  const { decoded } = value
  return (
    <section class="decoded">
      <div class="body-bar">
        <h3>Decoded</h3>
        <span class="quiet">
          {decodedKind(decoded)} · {decodedWords(decoded)}
        </span>
      </div>
      {decoded.problem !== null && <p class="bad">✕ {decoded.problem}</p>}
      <Content decoded={decoded} />
    </section>
  )
}

function Content({ decoded }: { decoded: DecodedBody }) {
  switch (decoded.kind) {
    case 'empty':
      return decoded.problem === null ? <p class="quiet">The decoded body is empty.</p> : null
    case 'form':
      return <Fields fields={decoded.fields} />
    case 'multipart':
      return <Parts parts={decoded.parts} />
    case 'json':
    case 'text':
    case 'binary':
      return <Body title="" text={decoded.text} base64={decoded.base64} asTextAlone={isRetold(decoded)} />
  }
}

function Fields({ fields }: Pick<DecodedBody, 'fields'>) {
  return (
    <dl class="pairs">
      {fields.map(([name, value], index) => (
        <div key={`${index}${name}`}>
          <dt>
            <AsWritten text={name} />
          </dt>
          <dd>
            <code>
              <WithIds text={value} whole={isSecretKey(name)} />
            </code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The most characters shown of a part; Download has all of them. */
const mostShown = 2000

function Parts({ parts }: Pick<DecodedBody, 'parts'>) {
  return (
    <ul class="parts">
      {parts.map((part, index) => (
        <li key={`${index}${part.name}`}>
          <div class="body-bar">
            <b>
              <AsWritten text={partTitle(part, index)} />
            </b>
            <span class="quiet">
              {part.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text'} ·{' '}
              {bytes(part.size)}
            </span>
            <span class="spring" />
            <Download
              name={part.filename ?? part.name ?? `part-${index + 1}`}
              text={part.text}
              base64={part.base64}
            />
          </div>
          {part.text !== null && (
            <pre class="bytes">
              <WithIds text={part.text.slice(0, mostShown)} whole={isSecretKey(part.name)} />
              {part.text.length > mostShown && (
                <span class="quiet"> … {count(part.text.length - mostShown)} more characters</span>
              )}
            </pre>
          )}
        </li>
      ))}
    </ul>
  )
}

interface Props {
  /** The file name; only its last path segment is used. */
  name: string
  text: string | null
  base64: string | null
}

const fileName = (name: string) => name.split(/[/\\]/).at(-1)?.slice(-100) || 'part'

/** Saves bytes as a file, with a generic type, so that no browser shows them as a page. */
function Download({ name, text, base64 }: Props) {
  const save = () => {
    const bytes = new Uint8Array(bytesOf({ text, base64 }))
    saveBlob(new Blob([bytes], { type: 'application/octet-stream' }), fileName(name))
  }
  return (
    <button type="button" class="small" aria-label={`Download ${name}`} onClick={save}>
      Download
    </button>
  )
}
