/** Writes the steps as a Mermaid sequence diagram. */
import { clockTime, dayOf } from '../kit/time.ts'
import { shortenedFrom } from './layout.ts'
import { waitWords } from './shapes.ts'
import { type Party, pauseText, type Step } from './step.ts'

/** Escapes Mermaid syntax, and words that close a block. */
export const mermaidText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[^\p{L}\p{N} .,/:()_*·•✓✕…+-]/gu, (sign) => `#${sign.codePointAt(0)};`)
    .replace(/\bend\b/gi, (word) => `#${word.charCodeAt(0)};${word.slice(1)}`)

interface Words {
  title: string
  now: number
}

function linesOf(step: Step, idOf: (party: Party) => string, now: number): string[] {
  const [from, to] = [idOf(step.from), idOf(step.to)]
  const note = step.note === null ? '' : ` · ${step.note}`
  const name = mermaidText(`${step.name}${note}`)
  const over = from === to ? from : `${from},${to}`
  const fault = step.fault === null ? [] : [`Note over ${over}: ${mermaidText(`fault ${step.fault}`)}`]
  switch (step.kind) {
    case 'call':
      return [...fault, `${from}->>${to}: ${name}`]
    case 'answer':
      return [`${from}${step.lost ? '--x' : '-->>'}${to}: ${name}`]
    case 'event':
      return [`${from}->>${from}: ${name}`]
    case 'wait':
      return [...fault, `Note over ${from}: ${mermaidText(waitWords(step, now))}`]
    case 'attempt':
    case 'capture': {
      const sent = `${from}${step.lost ? '-x' : '->>'}${to}: ${name}`
      if (step.end === null) return [...fault, sent]
      const words = mermaidText(
        `${step.end.tone === 'good' ? '✓ ' : step.end.tone === 'bad' ? '✕ ' : ''}${step.end.text}`,
      )
      return [...fault, sent, step.answered ? `${to}-->>${from}: ${words}` : `Note over ${to}: ${words}`]
    }
  }
}

export function mermaidOf(steps: readonly Step[], parties: readonly Party[], { title, now }: Words): string {
  const ids = new Map(parties.map(({ id }, index) => [id, `p${index}`]))
  const idOf = ({ id }: Party) => ids.get(id) ?? 'p0'
  const last = `p${parties.length - 1}`
  const across = parties.length > 1 ? `p0,${last}` : 'p0'
  const lines = [`title ${mermaidText(title)}`]
  for (const party of parties) lines.push(`participant ${idOf(party)} as ${mermaidText(party.name)}`)
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    const pause = before === undefined ? 0 : step.at - before.at
    const isNewDay = dayOf(before?.at ?? steps.at(-1)?.at ?? step.at) !== dayOf(step.at)
    const time = `${isNewDay ? `${dayOf(step.at)} ` : ''}${clockTime(step.at)}`
    if (before === undefined) lines.push(`Note over ${across}: ${time}`)
    else if (pause >= shortenedFrom && !(before.kind === 'wait' && before.id === step.id))
      lines.push(`Note over ${across}: ${mermaidText(`${pauseText(pause)} later, ${time}`)}`)
    lines.push(...linesOf(step, idOf, now))
  }
  return `sequenceDiagram\n${lines.map((line) => `    ${line}\n`).join('')}`
}
