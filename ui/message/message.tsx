/** A request or a response of any record: its first line, the body, then the folded headers. */
import type { ComponentChildren } from 'preact'
import type { HeaderPair } from '../../server/wire.ts'
import { Headers } from './headers.tsx'

interface Props {
  /** The request line or the status. */
  line?: ComponentChildren
  /** Names the headers, if the message is not the only one. */
  title?: string
  headers: readonly HeaderPair[]
  trailers?: readonly HeaderPair[] | null | undefined
  /** The body, as text and decoded. */
  children: ComponentChildren
}

export const Message = ({ line, title = 'Headers', headers, trailers, children }: Props) => (
  <>
    {line !== undefined && <p class="request-line">{line}</p>}
    {children}
    <Headers title={title} pairs={headers} />
    {trailers && trailers.length > 0 && <Headers title="Trailers" pairs={trailers} />}
  </>
)
