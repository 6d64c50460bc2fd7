import { Option } from 'commander'
import { eventNames } from '../events/builders.ts'
import { trafficShapes } from '../wire.ts'
import { type ClockFlags, clock } from './clock.ts'
import { endsHelp } from './help-text.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { addScenarioCommands } from './scenario/commands.ts'
import { type TrafficFlags, traffic } from './traffic.ts'
import { type TriggerFlags, trigger } from './trigger.ts'
import { collect, duration, fraction, whole } from './values.ts'

/** The commands that make things happen on the platform. */
export function addSimulatorCommands(making: Making, needs: ProgramNeeds) {
  const { speaking } = making
  const firing = speaking('trigger', 'fire an event at the running sandbox')
  endsHelp(firing, `The events: ${eventNames.join(', ')}.`)
  firing
    .argument('<event>', "its name, such as card.created, or a pattern, such as 'card.*'")
    .option(
      '--set <path=value>',
      'a value in the payload; path:=json for what is no text; may be repeated',
      collect,
      [],
    )
    .option(
      '--payload <file>',
      'the whole payload from a file, - for standard input; sent byte for byte unless --set changes it',
    )
    .option('--count <number>', 'how often', whole)
    .option('--subscription <id>', 'only to this subscription, whatever its patterns')
    .option('--fault <text>', "what is done to the deliveries, such as 'tamper(signature)'")
    .option('--with-history', 'also send what came before, where an object is made for the event')
    .option('--force', 'send what its schema refuses, or what cannot happen in this state')
    .option(
      '--wait',
      'wait until all deliveries have ended; exit code 1 unless each ended well and no fault found the receiver wrong',
    )
    .option(
      '--timeout <duration>',
      'how long is waited at most, such as 30s; without it for as long as they are tried again',
      duration,
    )
    .option('--json', 'print the answer as JSON')
    .action((event: string, flags: TriggerFlags) => trigger(event, flags, needs))

  addScenarioCommands(making, needs)

  speaking('traffic', 'keep events coming; without --rate or --stop, show how that stands')
    .option('--rate <number>', 'events a second on average', fraction)
    .addOption(
      new Option('--shape <shape>', 'steady, or poisson, which comes as people do').choices(trafficShapes),
    )
    .option(
      '--event <pattern=weight>',
      "such as 'card.*=3'; weight 1 without it; may be repeated",
      collect,
      [],
    )
    .option('--for <duration>', 'for how long, such as 10m')
    .option('--count <number>', 'how many events in all', whole)
    .option('--seed <number>', 'makes times and events repeatable', whole)
    .option('--subscription <id>', 'only to this subscription, whatever its patterns')
    .option('--fault <text>', "what is done to the deliveries, such as 'duplicate(2)'")
    .option('--stop', 'end it')
    .option('--follow', 'print a line a second until it ends; exit code 1 unless its deliveries ended well')
    .option('--json', 'print how it stands as JSON')
    .action((flags: TrafficFlags) => traffic(flags, needs))

  speaking('clock', "show the sandbox's clock, or move it and wait until what fell due has settled")
    .argument('[order]', 'manual, real, speed, advance or set')
    .argument('[value]', 'of speed, such as 60; of advance, such as 3d; of set, a time')
    .option('--speed <number>', 'of real and manual: how many seconds pass in one', fraction)
    .option('--json', 'print the answer as JSON')
    .action((order: string | undefined, value: string | undefined, flags: ClockFlags) =>
      clock({ order, value }, flags, needs),
    )
}
