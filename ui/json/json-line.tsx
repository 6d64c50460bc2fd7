/** Draws one line of the JSON tree. */
import { useState } from 'preact/hooks'
import { AsWritten } from '../kit/as-written.tsx'
import { count } from '../kit/format.ts'
import { isSecretKey, piecesOf } from '../secrets/mask.ts'
import { Masked } from '../secrets/masked.tsx'
import { WithIds } from '../secrets/with-ids.tsx'
import { hasComma, type JsonLines, keyOf, lineText } from './json.ts'
import { lowered } from './json-search.ts'

/** The most characters shown of a value: an image in base64 must not push the rest away. */
const firstLetters = 2000
/** Whether all lines have one height, in a window of lines. */
const firstOfRow = 400

interface Props {
  /** A page may have several trees. */
  id: string
  lines: JsonLines
  line: number
  isFolded: boolean
  isActive: boolean
  /** The search text, in lower case. */
  needle: string
  /** Whether this line is the current match. */
  isHit: boolean
  isRow: boolean
  toggle: (line: number) => void
  onWhole: (line: number) => void
}

export function Line({ id, lines, line, isFolded, isActive, needle, isHit, isRow, toggle, onWhole }: Props) {
  const [isWhole, setWhole] = useState(false)
  const kind = lines.kind[line] ?? 'word'
  const depth = lines.depth[line] ?? 0
  const text = lineText(lines, line, isFolded)
  const key = keyOf(lines, line)
  const most = isRow ? firstOfRow : firstLetters
  const isLong = !isWhole && text.length > most
  const folds = kind === 'open'
  return (
    <div
      id={id}
      data-line={line}
      class={`json-line${isActive ? ' active' : ''}${isHit ? ' hit' : ''}`}
      style={{ paddingLeft: `${Math.min(depth, 40) * 16 + 18}px` }}
      {...(kind === 'close'
        ? { role: 'presentation' }
        : {
            role: 'treeitem',
            'aria-level': depth + 1,
            'aria-selected': isActive,
            ...(folds && { 'aria-expanded': !isFolded }),
          })}
    >
      {folds && (
        <button
          type="button"
          class="fold"
          tabIndex={-1}
          aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${key ?? 'this'}`}
          onClick={() => toggle(line)}
        >
          {isFolded ? '▸' : '▾'}
        </button>
      )}
      {key !== null && (
        <>
          <span class="json-key">
            <Marked text={key} needle={needle} />
          </span>
          {': '}
        </>
      )}
      <span class={`json-${isFolded ? 'folded' : kind}`}>
        {folds ? (
          text
        ) : kind !== 'close' && isSecretKey(key) ? (
          <SecretValue text={text} />
        ) : (
          <Marked text={isLong ? text.slice(0, most) : text} needle={needle} />
        )}
      </span>
      {isLong && (
        <button
          type="button"
          class="small"
          tabIndex={-1}
          onClick={() => (isRow ? onWhole(line) : setWhole(true))}
        >
          … {count(text.length - most)} more characters
        </button>
      )}
      {hasComma(lines, line, isFolded) && ','}
    </div>
  )
}

/** The value of a member with a secret name; the quotes are not part of the secret. */
function SecretValue({ text }: { text: string }) {
  const [, opening, secret = '', closing] = /^("?)(.*?)("?)$/s.exec(text) ?? []
  if (secret === '') return <>{text}</>
  return (
    <>
      {opening}
      <Masked text={secret} whole />
      {closing}
    </>
  )
}

/** Text with marked matches, unless the text is secret. */
function Marked({ text, needle }: { text: string; needle: string }) {
  if (needle === '') return <WithIds text={text} isInTree />
  if (piecesOf(text).some(({ isSecret }) => isSecret)) return <Masked text={text} />
  const lower = lowered(text)
  const pieces = []
  let done = 0
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, done)) {
    pieces.push(
      <AsWritten key={`before ${at}`} text={text.slice(done, at)} />,
      <mark key={at}>
        <AsWritten text={text.slice(at, at + needle.length)} />
      </mark>,
    )
    done = at + needle.length
  }
  return (
    <>
      {pieces}
      <AsWritten text={text.slice(done)} />
    </>
  )
}
