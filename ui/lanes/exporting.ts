/** Exports the drawing as SVG, PNG or Mermaid, to a file or the clipboard. */
import { toClipboard } from '../kit/copy.tsx'
import { saveBlob } from '../kit/save-file.ts'
import { sandboxNow } from '../live/clock.ts'
import { about, subject } from './about.ts'
import { layout } from './drawing.ts'
import type { ExportTitle } from './key-words.ts'
import { mermaidOf } from './mermaid.ts'
import { type Palette, paletteTokens, svgOf } from './svg.ts'

interface Outcome {
  ok: boolean
  text: string
}

/** The colour tokens of the current theme. */
function palette(): Palette {
  const probe = document.createElement('span')
  document.body.append(probe)
  const colors = paletteTokens.map((token) => {
    probe.style.color = `var(--${token})`
    return [token, getComputedStyle(probe).color]
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

/** The longest canvas that browsers draw, px. */
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
const tooLong: Outcome = { ok: false, text: 'Too long for a PNG. Zoom in, or save as SVG.' }
const denied = (instead: string): Outcome => ({
  ok: false,
  text: `Not copied: the browser denied access to the clipboard. Save the ${instead} instead.`,
})

function save(blob: Blob, ending: string): Outcome {
  const name = `lanes-${subject.value.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${ending}`
  saveBlob(blob, name)
  return { ok: true, text: `Saved ${name}` }
}

async function copyText(text: string, what: string): Promise<Outcome> {
  return (await toClipboard(text)) ? { ok: true, text: `Copied as ${what}` } : denied('file')
}

async function copyPng(): Promise<Outcome> {
  try {
    const blob = await png()
    if (blob === null) return tooLong
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
    return { ok: true, text: 'Copied as PNG' }
  } catch {
    return denied('PNG')
  }
}

const forms: Record<ExportTitle, () => Promise<Outcome>> = {
  'Save as SVG': async () => save(new Blob([svg()], { type: 'image/svg+xml' }), 'svg'),
  'Save as PNG': async () => {
    const blob = await png()
    return blob === null ? tooLong : save(blob, 'png')
  },
  'Save as Mermaid': async () => save(new Blob([mermaid()], { type: 'text/plain' }), 'mmd'),
  'Copy as SVG': () => copyText(svg(), 'SVG'),
  'Copy as PNG': copyPng,
  'Copy as Mermaid': () => copyText(mermaid(), 'Mermaid'),
}

/** Exports the drawing in one form. */
export async function exportAs(form: ExportTitle): Promise<Outcome> {
  if (layout.value.arrows.length === 0) return { ok: false, text: 'Nothing to export: no arrows are drawn.' }
  return forms[form]()
}
