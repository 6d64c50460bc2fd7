/** Text with masked secrets, in which the ids of objects are links. */
import { AsWritten } from '../kit/as-written.tsx'
import { IdLink, uuid } from '../live/known-thing.tsx'
import { Masked } from './masked.tsx'

const ids = new RegExp(`(${uuid})`, 'i')

const linkedIn = (isInTree: boolean) =>
  function Linked({ text }: { text: string }) {
    return (
      <>
        {text.split(ids).map((part, index) =>
          index % 2 === 1 ? (
            <IdLink key={index} id={part} isInTree={isInTree}>
              {part}
            </IdLink>
          ) : (
            <AsWritten key={index} text={part} />
          ),
        )}
      </>
    )
  }
const [InTree, Alone] = [linkedIn(true), linkedIn(false)]

interface Props {
  text: string
  /** Masks the whole text. */
  whole?: boolean
  isInTree?: boolean
}

/** In a tree the keys lead to the links, not Tab. */
export const WithIds = ({ isInTree = false, ...props }: Props) => (
  <Masked {...props} plain={isInTree ? InTree : Alone} />
)
