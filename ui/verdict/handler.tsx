/** Shows generated receiver code that verifies such requests. */

import { useEffect, useId, useRef } from 'preact/hooks'
import { Copy } from '../kit/copy.tsx'
import { handlerLanguage } from '../kit/preferences.ts'
import { NotRead } from '../live/not-read.tsx'
import { getHandlerCode, getLanguages, type HandlerCode, type HandlerOf } from '../live/routes/capture.ts'
import { touched } from '../live/touched.ts'
import { useLoaded } from '../live/use-loaded.ts'
import { CopyBox } from '../secrets/copy-box.tsx'
import { Masked } from '../secrets/masked.tsx'

/** The browser remembers the chosen language. */
export function Handler({ of }: { of: HandlerOf }) {
  const id = useId()
  const { value, problem } = useLoaded('languages', touched.value, getLanguages)
  if (problem !== null) return <NotRead problem={problem} />
  const known = value?.languages ?? []
  const language = known.find((one) => one.language === handlerLanguage.value)?.language ?? known[0]?.language
  if (language === undefined) return null
  return (
    <>
      <div class="handler-bar">
        <label for={id}>Language</label>
        <select
          id={id}
          value={language}
          onChange={(event) => {
            handlerLanguage.value = event.currentTarget.value
          }}
        >
          {known.map((one) => (
            <option key={one.language} value={one.language}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      <Code of={of} language={language} />
    </>
  )
}

function Code({ of, language }: { of: HandlerOf; language: string }) {
  const { value, problem, retry } = useLoaded(`${JSON.stringify(of)} ${language}`, 0, () =>
    getHandlerCode(of, language),
  )
  if (problem !== null) return <NotRead problem={problem} again={retry} />
  return value === null ? <p class="quiet">Writing the handler…</p> : <File code={value.code} />
}

function File({ code: { file, text, install, run, note } }: { code: HandlerCode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.closest('.handler')?.scrollIntoView({ block: 'start' }), [])
  return (
    <div ref={box} class="handler-file">
      {note !== null && note !== '' && <p>{note}</p>}
      <div class="body-bar">
        <code>{file}</code>
        <span class="spring" />
        <Copy text={text} label="Copy file" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be reachable by keys */}
      <pre class="bytes code" tabIndex={0}>
        <Masked text={text} />
      </pre>
      {install && <CopyBox text={install} what="the install command" />}
      {run && <CopyBox text={run} what="the run command" />}
    </div>
  )
}
