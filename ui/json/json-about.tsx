import { Copy } from '../kit/copy.tsx'
import { sandboxNow } from '../live/clock.ts'
import { KnownThing } from '../live/known-thing.tsx'
import { type JsonLines, keyOf, pathOf, valueAt } from './json.ts'
import { idMeant, timeMeant } from './json-meaning.ts'

/** What the active line of a tree is: its path and its meaning, and both to be copied. */
export function JsonAbout({ lines, line }: { lines: JsonLines; line: number }) {
  const raw = lines.text.slice(lines.start[line], lines.end[line])
  const path = pathOf(lines, line)
  const isShort = raw.length < 100
  const id = isShort ? idMeant(raw) : null
  const time = isShort ? timeMeant(keyOf(lines, line), raw, sandboxNow()) : null
  return (
    <div class="json-about">
      <code title={path}>{path}</code>
      {time !== null && <span class="quiet">{time}</span>}
      {id !== null && <KnownThing id={id} />}
      <span class="spring" />
      <Copy text={path} label="Copy path" what={path} />
      <Copy text={() => valueAt(lines, line)} label="Copy value" what={`of ${path}`} />
    </div>
  )
}
