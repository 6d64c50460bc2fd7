/** The command `objects`: lists the platform's objects, or shows one with what happened to it. */
import { withQuery } from '../library/ask.ts'
import type { CallRow, DeliveryRow, EventRow, PlatformObject, PlatformObjectRow } from '../wire.ts'
import { rowLine } from '../words/delivery-lines.ts'
import { fieldTexts, objectLine, type TimelineEntry, timelineOf } from '../words/object.ts'
import { eventLine } from '../words/record-lines.ts'
import { type Line, span } from '../words/spans.ts'
import { callLine } from './calls.ts'
import type { Client } from './client.ts'
import { type CommandContext, type Making, rowsAsJsonUnless } from './command.ts'
import { type ReceiverName, readReceiverNames } from './known-subscriptions.ts'
import type { Told } from './print-lines.ts'
import { whole } from './values.ts'
import { bothGiven } from './wrong-call.ts'

export function addObjectsCommand({ speaking }: Making) {
  speaking(
    'objects',
    "list the platform's objects, newest last, or show one with its calls, events and deliveries",
  )
    .argument('[id]', 'id of the object, as objects prints it')
    .option(
      '--kind <kind>',
      'only objects of this kind, such as card; only --kind transaction lists transactions',
    )
    .option('--identity <name>', 'only objects of this identity of the emulated API')
    .option('-q, --q <words>', 'only objects that contain all these words, such as a name or an id')
    .option('--limit <number>', 'how many objects to list at most, up to 500', whole, 20)
    .json(rowsAsJsonUnless('an id'))
    .action(async (id, { limit, ...filter }, context) => {
      if (id === undefined) return list({ ...filter, limit }, context)
      if (Object.keys(filter).length > 0) throw bothGiven('An id and a filter')
      const { client, json, tell } = context
      const answer = await client.get<{ object: PlatformObject }>(
        `/sandbox/objects/${encodeURIComponent(id)}`,
        'object',
      )
      const lines = json ? [] : await detailLines(client, answer.object)
      tell(answer, () => lines)
    })
}

async function list(
  query: Record<string, string | number | undefined>,
  { client, tellEach }: CommandContext,
) {
  const { objects } = await client.get<{ objects: PlatformObjectRow[] }>(
    withQuery('/sandbox/objects', query),
    'objects',
  )
  tellEach(objects.reverse(), objectLine, ['No objects found.'])
}

/** How many of the newest calls, events and deliveries are shown. */
const mostShown = 20

async function detailLines(client: Client, object: PlatformObject): Promise<Told[]> {
  const { relations } = object
  const fields = fieldTexts(object.fields)
  const width = Math.max(...fields.map(([name]) => name.length))
  const related = (name: string, row: PlatformObjectRow | null): Line[] =>
    row === null ? [] : [[span(`${name.padEnd(8)}  `), ...objectLine(row)]]
  return [
    objectLine(object),
    '',
    ...fields.map(([name, text]) => `${name.padEnd(width)}  ${text}`),
    '',
    ...related('parent', relations.parent),
    ...related('owner', relations.owner),
    ...relations.children.flatMap((row) => related('child', row)),
    '',
    ...(await timeline(client, object)),
  ]
}

/** The calls, events and deliveries of an object, the newest last. */
async function timeline(client: Client, { id, events }: PlatformObject): Promise<Told[]> {
  const rowsOf = async <Row>(list: string, query: Record<string, string>): Promise<Row[]> =>
    (
      await client.get<Record<string, Row[]>>(
        withQuery(`/sandbox/${list}`, { ...query, limit: mostShown }),
        list,
      )
    )[list] ?? []
  const named = { q: `"${id}"` }
  const happened = {
    calls: await rowsOf<CallRow>('calls', named),
    events: await rowsOf<EventRow>('events', named),
    deliveries:
      events.length === 0
        ? []
        : await rowsOf<DeliveryRow>('deliveries', { event_id: events.slice(0, mostShown).join(',') }),
  }
  const receiverName = await readReceiverNames(client)
  return timelineOf(happened).map((entry) => entryLine(entry, receiverName))
}

function entryLine(entry: TimelineEntry, receiverName: ReceiverName): Told {
  switch (entry.kind) {
    case 'call':
      return callLine(entry.row, entry.row.at)
    case 'event':
      return eventLine(entry.row)
    case 'delivery':
      return rowLine(entry.row, receiverName(entry.row))
  }
}
