import { toClipboard } from '../../parts/copy.tsx'
import { saveBlob } from '../../parts/save-file.ts'
import { sandboxNow } from '../../state/clock.ts'
import { about, subject } from '../../state/lanes/about.ts'
import { layout } from '../../state/lanes/drawing.ts'
import { mermaidOf } from '../../state/lanes/mermaid.ts'
import { type Palette, svgOf } from '../../state/lanes/svg.ts'

interface Outcome {
  ok: boolean
  text: string
}
export interface Exported {
  title: string
  run(): Promise<Outcome>
}

const tokens = {
  good: 'good',
  bad: 'bad',
  wait: 'wait',
  quiet: 'quiet',
  fault: 'fault',
  ink: 'ink',
  ground: 'ground',
  frame: 'frame',
  line: 'line',
} as const satisfies Record<keyof Palette, string>

/** The tokens as the colours they are in the present theme. */
function palette(): Palette {
  const probe = document.createElement('span')
  document.body.append(probe)
  const colors = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(--${token})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(colors) as Palette
}

const svg = (): string =>
  svgOf(layout.value, palette(), { title: 'Lanes', about: about.value, now: sandboxNow() })

const mermaid = (): string => {
  const { arrows, lanes } = layout.value
  const steps = arrows.map(({ step }) => step)
  const parties = lanes.map(({ party }) => party)
  return mermaidOf(steps, parties, { title: about.value, now: sandboxNow() })
}

/** Browsers draw no canvas that is longer, px. */
const longest = 16_000

const dataUrl = (text: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`

async function png(): Promise<Blob | null> {
  const picture = new Image()
  picture.src = dataUrl(svg())
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(2, longest / Math.max(width, height))
  if (scale < 0.5) return null
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
const tooLong: Outcome = {
  ok: false,
  text: 'Too long for one picture: show less of it, or export it as SVG.',
}

function save(blob: Blob, ending: string): Outcome {
  const name = `lanes-${subject.value.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${ending}`
  saveBlob(blob, name)
  return { ok: true, text: `Saved ${name}` }
}

async function copyText(text: string, what: string): Promise<Outcome> {
  return (await toClipboard(text))
    ? { ok: true, text: `Copied as ${what}` }
    : { ok: false, text: 'Not copied: the browser refused.' }
}

async function copyPng(): Promise<Outcome> {
  try {
    const blob = await png()
    if (blob === null) return tooLong
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    return { ok: true, text: 'Copied as PNG' }
  } catch {
    return { ok: false, text: 'Not copied: the browser refused. Save the PNG instead.' }
  }
}

/** Each form in which the drawing can be taken along, as a file and on the clipboard. */
export const exports: readonly Exported[] = [
  { title: 'Save as SVG', run: async () => save(new Blob([svg()], { type: 'image/svg+xml' }), 'svg') },
  {
    title: 'Save as PNG',
    run: async () => {
      const blob = await png()
      return blob === null ? tooLong : save(blob, 'png')
    },
  },
  { title: 'Save as Mermaid', run: async () => save(new Blob([mermaid()], { type: 'text/plain' }), 'mmd') },
  { title: 'Copy as SVG', run: () => copyText(svg(), 'SVG') },
  { title: 'Copy as PNG', run: copyPng },
  { title: 'Copy as Mermaid', run: () => copyText(mermaid(), 'Mermaid') },
]
