import { triggerCommand } from '../../commands/simulator-commands.ts'
import { catalogue } from '../../live/settings.ts'
import { go, sectionOf } from '../../place/navigation.ts'
import { sendEvent } from '../../stream/looking.ts'
import type { Entry } from '../entry.ts'

/** Every event of the catalogue: sent as it comes, changed first, or looked for in the stream. */
export const eventEntries = (): Entry[] =>
  (catalogue.value ?? []).flatMap(({ event, description }): Entry[] => [
    {
      id: `send:${event}`,
      group: 'events',
      title: `Send ${event}`,
      about: description,
      words: 'fire trigger event',
      command: () => triggerCommand({ event }),
      run: () => sendEvent(event),
    },
    {
      id: `change:${event}`,
      group: 'events',
      title: `Change and send ${event}`,
      about: description,
      words: 'edit payload fire trigger event',
      run: () => go(sectionOf('events', event)),
    },
  ])
