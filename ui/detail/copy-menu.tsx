/** The Copy menu of a record. */
import { toClipboard, useSaid } from '../kit/copy.tsx'
import { Menu } from '../kit/menu.tsx'

export interface CopyItem {
  /** The form, such as `as curl`. */
  title: string
  /** A short description. */
  about?: string
  /** The part that the copy lacks. */
  without?: string | undefined
  /** The text, or the function that loads it; null if loading failed. */
  text: string | (() => Promise<string | null>)
}

/** The copied form, and the part it lacks. */
export const copiedWords = ({ title, without }: Pick<CopyItem, 'title' | 'without'>): string =>
  without === undefined ? title : `${title}, without ${without}`

export function CopyMenu({ items }: { items: readonly CopyItem[] }) {
  const [said, say] = useSaid()
  const copy = async ({ title, text }: CopyItem) => {
    const found = typeof text === 'string' ? text : await text()
    const done = found !== null && (await toClipboard(found))
    say(
      done
        ? `Copied ${title}`
        : found === null
          ? 'Not copied'
          : 'Not copied: the browser denied access to the clipboard',
    )
  }
  const parts = () => [
    {
      heading: '',
      items: items.map((item) => ({
        name: item.title,
        title: (
          <>
            {item.title}{' '}
            <span class="quiet">
              {item.about}
              {item.without && `, without ${item.without}`}
            </span>
          </>
        ),
        run: () => void copy(item),
      })),
    },
  ]
  return <Menu label={<span aria-live="polite">{said || 'Copy'}</span>} menuLabel="Copy" parts={parts} />
}
