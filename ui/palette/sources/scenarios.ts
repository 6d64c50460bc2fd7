/** Palette entries for scenarios and runs. */

import { runActCommand, runCommand } from '../../commands/simulator-commands.ts'
import { attemptTo } from '../../live/refusal.ts'
import { fromHere, go, sectionOf } from '../../place/navigation.ts'
import { actOnRun, startRun } from '../../simulator/orders.ts'
import { running, scenarios } from '../../simulator/simulator.ts'
import { type Entry, inGroup } from '../entry.ts'

async function run(name: string): Promise<void> {
  const goOn = fromHere()
  const begun = await attemptTo(startRun(name, {}))
  if (begun !== null) goOn(sectionOf('scenarios', begun.run.id))
}

export const scenarioEntries = (): Entry[] =>
  inGroup('scenarios', [
    ...running.value.flatMap(({ id, scenario, paused }): Omit<Entry, 'group'>[] => {
      const act = paused ? 'resume' : 'pause'
      return [
        {
          about: id,
          id: `stop:${id}`,
          title: `Stop ${scenario}`,
          changes: 'runStop',
          command: () => runActCommand(id, 'stop'),
          run: () => actOnRun(id, 'stop'),
        },
        {
          about: id,
          id: `${act}:${id}`,
          title: `${paused ? 'Resume' : 'Pause'} ${scenario}`,
          changes: 'runPause',
          command: () => runActCommand(id, act),
          run: () => actOnRun(id, act),
        },
      ]
    }),
    ...(scenarios.value ?? []).flatMap(({ name, title, description }): Omit<Entry, 'group'>[] => [
      {
        id: `run:${name}`,
        title: `Run ${name}`,
        changes: 'run',
        about: title,
        words: `scenario ${description}`,
        command: () => runCommand(name, {}),
        run: () => run(name),
      },
      {
        id: `play:${name}`,
        title: `Play ${name} as a demo`,
        changes: 'run',
        about: 'demo mode, step by step',
        words: `demo present show ${title}`,
        command: () => runCommand(name, {}),
        run: async () => {
          const { changeOrder, play } = await import('../../shell/demo/demo.ts')
          changeOrder({ scenario: name })
          await play()
        },
      },
      {
        id: `scenario:${name}`,
        title: `Show ${name}`,
        about: title,
        words: 'scenario steps variables',
        run: () => go(sectionOf('scenarios', name)),
      },
    ]),
  ])
