import { test } from 'vitest'
import { mistakes } from './mistakes.ts'
import { seeded } from './random.ts'
import { wrong } from './requests.ts'
import { outcomeOf, shown, verdictOn } from './verdicts.ts'

test('scratch', () => {
  const pattern = new RegExp(process.env.ONLY ?? '^body')
  const seed = Number(process.env.SEED ?? 7)
  const count = Number(process.env.COUNT ?? 4)
  for (const mistake of mistakes.filter(({ name }) => pattern.test(name)))
    for (let nth = 0; nth < count; nth++) {
      const random = seeded(seed + nth * 1000)
      let one = wrong(random, mistake)
      for (
        let at = 0;
        process.env.SCHEME && one && one.of.scheme.name !== process.env.SCHEME && at < 60;
        at++
      )
        one = wrong(random, mistake)
      if (process.env.SCHEME && one?.of.scheme.name !== process.env.SCHEME) break
      if (!one) {
        process.stdout.write(`NEVER ${mistake.name}\n`)
        break
      }
      const began = performance.now()
      const verdict = verdictOn(one)
      const outcome = outcomeOf(one, verdict)
      if (outcome !== 'right' || process.env.ALL)
        process.stdout.write(
          `${outcome} ${Math.round(performance.now() - began)}ms ${shown(one, verdict)} complete=${verdict.tried?.complete} n=${verdict.tried?.recipes} ${one.of.sent.length}B ${JSON.stringify(one.of.sent.toString().slice(0, Number(process.env.SHOW ?? 90)))}\n`,
        )
    }
})
