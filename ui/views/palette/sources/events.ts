import { triggerCommand } from '../../../parts/simulator-commands.ts'
import { sendEvent } from '../../../state/acts.ts'
import { go, sectionOf } from '../../../state/navigation.ts'
import { catalogue } from '../../../state/settings.ts'
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
