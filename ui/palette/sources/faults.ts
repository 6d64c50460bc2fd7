import { quoted } from '../../../server/words/shell-words.ts'
import { joined, resendCommand } from '../../commands/curl.ts'
import { resendWith } from '../../delivery/resending.ts'
import { knownFaults, standingFaults } from '../../faults/faults.ts'
import { addRule } from '../../faults/rule-order.ts'
import { attemptTo, say } from '../../live/refusal.ts'
import { go, sectionOf } from '../../place/navigation.ts'
import { activeThing } from '../../stream/selection.ts'
import { type Entry, inGroup } from '../entry.ts'

async function onNext(fault: string): Promise<void> {
  if ((await attemptTo(addRule({ fault, first: 1 }))) !== null) say(`The next delivery goes with ${fault}`)
}

/** Every fault: put on the next delivery, or on the one that is open sent again; and the rules that stand. */
export function faultEntries(): Entry[] {
  const id = activeThing()
  const delivery = id?.startsWith('dlv_') ? id : null
  return inGroup('faults', [
    {
      id: 'faults',
      title: 'Standing faults',
      about: 'rules that put a fault on every delivery that matches',
      run: () => go(sectionOf('events', standingFaults)),
    },
    ...knownFaults.value.flatMap(({ fault, example, description }) => [
      {
        id: `fault:${fault}`,
        title: `Next delivery with ${example}`,
        about: description,
        words: 'fault break send',
        command: () => joined([`fault-rule add ${quoted(example)} --first 1`]),
        run: () => onNext(example),
      },
      ...(delivery === null
        ? []
        : [
            {
              id: `resend-with:${fault}`,
              title: `Resend with ${example}`,
              about: description,
              words: 'fault break',
              command: () => resendCommand(delivery, { fault: example }),
              run: () => attemptTo(resendWith(delivery, { fault: example })),
            } as const,
          ]),
    ]),
  ])
}
