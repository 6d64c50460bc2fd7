/** The settings section that exports, imports and resets data. */

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { bytes } from '../../server/words/size.ts'
import { Commands } from '../commands/commands.tsx'
import { joined, program, sandboxCurl } from '../commands/curl.ts'
import { Fact } from '../kit/fact.tsx'
import { count, many } from '../kit/format.ts'
import { health } from '../live/health.ts'
import { ProblemBox } from '../live/problem.tsx'
import { said } from '../live/refusal.ts'
import { getConfig } from '../live/routes/data.ts'
import { touched } from '../live/touched.ts'
import { useLoaded, useSending } from '../live/use-loaded.ts'
import { placeOf } from '../place/navigation.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { importCaptures } from './importing.ts'
import { Reset } from './reset.tsx'
import { Group } from './setting.tsx'

/** The files to export, with the equivalent commands. */
const saves = [
  {
    title: 'Save captures as JSON lines',
    path: '/sandbox/captures.jsonl',
    file: 'captures.jsonl',
    commands: [['as a command', `${joined(['capture export'])} > captures.jsonl`]],
  },
  {
    title: 'Save captures as HAR',
    path: '/sandbox/captures.har',
    file: 'captures.har',
    commands: [['as a command', `${joined(['capture har'])} > captures.har`]],
  },
  {
    title: 'Save traces (OTLP)',
    path: '/sandbox/deliveries.otlp',
    file: 'traces.json',
    commands: [['as a command', joined(['export --otlp traces.json'])]],
  },
  {
    title: 'Save the session',
    path: '/sandbox/session',
    file: 'session.json',
    commands: [
      ['as a command', joined(['export session.json'])],
      ['as a replay', `${program} replay session.json`],
    ],
  },
] as const

export function Data() {
  const captures = health.value?.counts.captures ?? 0
  return (
    <>
      <Group title="Export">
        <p>
          {saves.map(({ title, path, file }) => (
            <Fragment key={file}>
              <a class="button" href={path} download={file}>
                {title}
              </a>{' '}
            </Fragment>
          ))}
        </p>
        <p class="quiet">
          {many(captures, 'capture')}, secrets in headers included. JSON lines can be imported again as they
          are; a HAR is for other tools. The session holds all requests since the start or the last reset.
          Another sandbox can replay the session.
        </p>
        <Commands
          commands={saves.flatMap(({ title, path, file, commands }) =>
            [...commands, ['as curl', `${sandboxCurl('GET', path)} > ${file}`] as const].map(
              ([what, text]) => ({ button: title, what: `${title} ${what}`, text }),
            ),
          )}
        />
      </Group>
      <Import />
      <Retention />
      <Reset />
    </>
  )
}

function Import() {
  const { problem, setProblem, busy, send } = useSending()
  const [done, setDone] = useState('')
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (file === undefined) return
    setDone('')
    const answer = await send(async () => importCaptures(await file.text()))
    // Lets the reader choose the same file again after correcting it.
    input.value = ''
    if (!answer?.ok) return
    const { imported, skipped, renamed } = answer.value
    const words = [
      `${many(imported, 'capture')} imported`,
      skipped > 0 && `${count(skipped)} skipped because they exist already`,
      renamed.length > 0 && `${count(renamed.length)} renamed because the id was taken`,
    ]
    const lost = 'lost' in answer.value ? answer.value.lost.map(({ detail }) => ` ${detail}`) : []
    setDone(`${words.filter(Boolean).join('; ')}.${lost.join('')}`)
    said.value = `${imported} imported`
  }
  return (
    <Group title="Import">
      <label class="file-field">
        <span>Import captures from a JSON lines file or a HAR</span>
        <input
          type="file"
          accept=".jsonl,.ndjson,.json,.har"
          disabled={busy}
          onChange={(event) => void take(event.currentTarget)}
        />
      </label>
      {done !== '' && <p role="status">{done}</p>}
      {problem && <ProblemBox problem={problem} onClose={() => setProblem(null)} />}
      <Commands
        commands={[
          { what: 'the import', text: joined(['capture import captures.jsonl']) },
          {
            what: 'the import as curl',
            text: `jq -cs '{captures: .}' captures.jsonl | curl -X POST ${location.origin}/sandbox/captures/import -H 'content-type: application/json' --data-binary @-`,
          },
        ]}
      />
    </Group>
  )
}

function Retention() {
  const { value } = useLoaded('config', touched.value, getConfig)
  const inForce = (key: string) => value?.config.find((entry) => entry.key === key)?.value
  const [records, size, age] = ['retention.records', 'retention.bytes', 'retention.age'].map(inForce)
  if (typeof records !== 'number' || typeof size !== 'number') return null
  const used = health.value?.database_bytes ?? 0
  return (
    <Group title="Retention">
      <dl class="facts">
        <Fact name="Records">newest {count(records)} of each kind</Fact>
        <Fact name="Size">
          {bytes(used)} of {bytes(size)}; then the oldest records are deleted
        </Fact>
        <Fact name="Age">{typeof age === 'string' ? `${age} by the clock of the sandbox` : 'no limit'}</Fact>
      </dl>
      <p class="quiet">
        Pinned captures and unfinished deliveries stay. Change the limits in the{' '}
        <PlaceLink to={{ ...placeOf('settings'), tab: 'configuration', q: 'retention' }}>
          configuration
        </PlaceLink>
        .
      </p>
    </Group>
  )
}
