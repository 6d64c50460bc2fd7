/** Palette entries for faults. */

import { quoted } from '../../../server/words/shell-words.ts'
import { joined, resendCommand } from '../../commands/curl.ts'
import { resendWith } from '../../delivery/resending.ts'
import { knownFaults, standingFaults } from '../../faults/faults.ts'
import { addRule } from '../../faults/rule-order.ts'
import { attemptTo } from '../../live/refusal.ts'
import { go, sectionOf } from '../../place/navigation.ts'
import { activeThing } from '../../stream/selection.ts'
import { type Entry, inGroup } from '../entry.ts'

async function onNext(fault: string): Promise<void> {
  await attemptTo(addRule({ fault, first: 1 }))
}

/** Each fault can be added to the next delivery, or to a resend of the open delivery. */
export function faultEntries(): Entry[] {
  const id = activeThing()
  const delivery = id?.startsWith('dlv_') ? id : null
  return inGroup('faults', [
    {
      id: 'faults',
      title: 'Fault rules',
      about: 'rules that add a fault to matching deliveries',
      run: () => go(sectionOf('events', standingFaults)),
    },
    ...knownFaults.value.flatMap(({ fault, example, description }) => [
      {
        id: `fault:${fault}`,
        title: `Inject ${example} into the next delivery`,
        changes: 'faultRuleAdd' as const,
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
              changes: 'resend',
              about: description,
              words: 'fault break',
              command: () => resendCommand(delivery, { fault: example }),
              run: () => attemptTo(resendWith(delivery, { fault: example })),
            } as const,
          ]),
    ]),
  ])
}
