import { toClipboard, useSaid } from '../kit/copy.tsx'
import { Menu } from '../kit/menu.tsx'

export interface CopyItem {
  /** What it is copied as, such as `as curl`. */
  title: string
  /** What that is, in a few words. */
  about?: string
  /** What is not in it. */
  without?: string | undefined
  /** The text, or what reads it; null when it could not be read. */
  text: string | (() => Promise<string | null>)
}

/** What was copied, and what is not in it. */
export const copiedWords = ({ title, without }: Pick<CopyItem, 'title' | 'without'>): string =>
  without === undefined ? title : `${title}, without ${without}`

/** A button that opens what can be copied; each is copied by one click, and said. */
export function CopyMenu({ items }: { items: readonly CopyItem[] }) {
  const [said, say] = useSaid()
  const copy = async ({ title, text }: CopyItem) => {
    const found = typeof text === 'string' ? text : await text()
    const done = found !== null && (await toClipboard(found))
    say(done ? `Copied ${title}` : found === null ? 'Not copied' : 'Not copied: the browser refused')
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
