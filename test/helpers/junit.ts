import { SaxesParser } from 'saxes'

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** Parses XML strictly: whatever is not well-formed throws. */
export function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => {
    const last = open.at(-1)
    if (last) last.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  const [element] = root.children
  if (!element) throw new Error('no element')
  return element
}

/** All elements of a name, with those of the elements in it. */
export const all = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
]
/** Without times, and without the message of a skipped case: the other writer has none. */
export const bare = ({ name, attributes, children, text }: Element): unknown => {
  const { time, timestamp, ...rest } = attributes
  const isBranch = children.length > 0
  return [name, name === 'skipped' ? {} : rest, isBranch ? children.map(bare) : text]
}
