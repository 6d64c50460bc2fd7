/** Writes the drawing as a self-contained SVG file. */
import type { Layout } from './layout.ts'
import { cutToFit, type Face, faces } from './measure.ts'
import { lanesById, type Shape, shapesOf, sizeOf, timeShapes } from './shapes.ts'
import type { Tone } from './step.ts'

const tones = ['good', 'bad', 'wait', 'quiet', 'fault', 'ink'] as const satisfies readonly Tone[]
/** The colour tokens of a drawing. */
export const paletteTokens = [...tones, 'ground', 'frame', 'line'] as const
/** The colours of the page in its current theme. */
export type Palette = Record<(typeof paletteTokens)[number], string>

const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu, '�')

const round = (value: number) => Math.round(value * 10) / 10

const families = {
  font: 'system-ui, -apple-system, Segoe UI, Roboto, sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
} as const

const fontOf = (face: Face, layout: Layout): string => {
  const { weight, family } = faces[face]
  return `font-family="${families[family]}" font-size="${sizeOf(face, layout)}" font-weight="${weight}"`
}

function drawn(shape: Shape, layout: Layout, palette: Palette): string {
  const color = palette[shape.tone]
  switch (shape.shape) {
    case 'line': {
      const dash = shape.dash === null ? '' : ` stroke-dasharray="${shape.dash === 'answer' ? '4 3' : '2 5'}"`
      const { x1, y1, x2, y2 } = shape
      return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${color}" stroke-width="1.5"${dash}/>`
    }
    case 'path':
      return `<path d="${shape.d}" fill="none" stroke="${color}" stroke-width="1.5"/>`
    case 'dot':
      return `<circle cx="${round(shape.x)}" cy="${round(shape.y)}" r="4" fill="${color}"/>`
    case 'text': {
      const anchor = shape.end ? ' text-anchor="end"' : ''
      return `<text x="${round(shape.x)}" y="${round(shape.y)}" fill="${color}" ${fontOf(shape.face, layout)}${anchor} stroke="${palette.ground}" stroke-width="3" paint-order="stroke" stroke-linejoin="round">${escaped(shape.text)}</text>`
    }
  }
}

interface Words {
  title: string
  /** Run, filter and times. */
  about: string
  /** The sandbox's time, for pauses that last. */
  now: number
}

/** Splits a text at ` · ` into as many lines as it needs, and cuts parts that are too long. The first line has less room. */
export function linesThatFit(
  text: string,
  widthOf: (words: string) => number,
  first: number,
  room: number,
): string[] {
  const lines: string[] = []
  for (const part of text.split(' · ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? part : `${last} · ${part}`
    const isFirst = lines.length <= 1
    if (last !== undefined && widthOf(longer) <= (isFirst ? first : room)) lines[lines.length - 1] = longer
    else lines.push(cutToFit(part, lines.length === 0 ? first : room, widthOf))
  }
  return lines
}

export function svgOf(layout: Layout, palette: Palette, { title, about, now }: Words): string {
  const k = layout.sheet.text / 13
  const room = layout.width - 32
  const { measure } = layout.sheet
  const beside = room - measure(title, 'head') - 14
  const [first = '', ...more] = linesThatFit(about, (words) => measure(words, 'head'), beside, room)
  const head = (40 + 19 * more.length) * k
  const top = head + layout.head + 4
  const height = Math.ceil(top + layout.height + 12)
  const lanes = lanesById(layout)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.width}" height="${height}" viewBox="0 0 ${layout.width} ${height}" role="img">`,
    `<title>${escaped(`${title}: ${about}`)}</title>`,
    `<rect width="${layout.width}" height="${height}" fill="${palette.ground}"/>`,
    `<rect width="${layout.width}" height="${head}" fill="${palette.frame}"/>`,
    `<text x="16" y="${round(25 * k)}" fill="${palette.ink}" ${fontOf('head', layout)}>${escaped(title)}<tspan dx="14" font-weight="400" fill="${palette.quiet}">${escaped(first)}</tspan></text>`,
    ...more.map(
      (line, index) =>
        `<text x="16" y="${round((44 + 19 * index) * k)}" fill="${palette.quiet}" ${fontOf('name', layout)}>${escaped(line)}</text>`,
    ),
    `<g transform="translate(0 ${head})">`,
  ]
  for (const { x, width, name, party } of layout.lanes) {
    const face: Face = party.kind === 'sandbox' ? 'head' : 'name'
    parts.push(
      `<line x1="${x}" y1="${layout.head}" x2="${x}" y2="${round(height - head)}" stroke="${palette.line}"/>`,
      `<rect x="${round(x - width / 2)}" y="${round(8 * k)}" width="${width}" height="${round(layout.head - 14 * k)}" rx="6" fill="${palette.frame}" stroke="${palette.line}"/>`,
      `<text x="${x}" y="${round(27 * k)}" fill="${palette.ink}" ${fontOf(face, layout)} text-anchor="middle">${escaped(name)}</text>`,
    )
  }
  parts.push('</g>', `<g transform="translate(0 ${round(top)})">`)
  for (const arrow of layout.arrows)
    for (const shape of [...timeShapes(arrow, layout), ...shapesOf(arrow, layout, { lanes, now, left: 0 })])
      parts.push(drawn(shape, layout, palette))
  parts.push('</g>', '</svg>')
  return `${parts.join('\n')}\n`
}
