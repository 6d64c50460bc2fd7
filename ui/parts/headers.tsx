import type { HeaderPair } from '../../server/wire.ts'
import { Copy } from './copy.tsx'
import { headerNote, isKeyHeader } from './header-notes.ts'

/** Header pairs in the order and case they were sent, the well-known ones explained. */
export function Headers({ pairs, title = 'Headers' }: { pairs: readonly HeaderPair[]; title?: string }) {
  if (pairs.length === 0) return <p class="quiet">No headers.</p>
  const asText = pairs.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div class="headers">
      <div class="body-bar">
        <h3>{title}</h3>
        <span class="quiet">{pairs.length}</span>
        <span class="spring" />
        <Copy text={asText} what="the headers" />
      </div>
      <dl class="pairs">
        {pairs.map(([name, value], index) => {
          const note = headerNote(name)
          return (
            <div key={`${index}${name}`}>
              <dt title={note ?? undefined}>{name}</dt>
              <dd>
                <code>{value}</code>
                {note !== null && isKeyHeader(name) && <span class="note">{note}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
