/** Reads the lines of a text, in steps if it is large. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { createLinesReader, type JsonLines, readJson } from './json.ts'

/** Shorter texts are read at once: steps would only flicker. */
const shortEnough = 50_000
/** The longest step, ms. */
const stepMs = 8

/** The lines of a text; null if it is not JSON, undefined while it is read. */
export function useJson(text: string | null): JsonLines | null | undefined {
  const isShort = text === null || text.length <= shortEnough
  const atOnce = useMemo(() => (isShort && text !== null ? readJson(text) : null), [text])
  const [read, setRead] = useState<{ text: string; lines: JsonLines | null } | null>(null)
  useEffect(() => {
    if (isShort || text === null) return
    const reader = createLinesReader(text)
    let timer: ReturnType<typeof setTimeout>
    const goOn = () => {
      const until = performance.now() + stepMs
      if (reader.step(() => performance.now() > until)) setRead({ text, lines: reader.result() })
      else timer = setTimeout(goOn)
    }
    timer = setTimeout(goOn)
    return () => clearTimeout(timer)
  }, [text])
  if (isShort) return atOnce
  return read?.text === text ? read.lines : undefined
}
