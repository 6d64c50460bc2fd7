/** Words for exported load tests: the README of each engine, and what an engine cannot sign. */
import { word } from './shell-words.ts'

/** A signing method that an engine lacks. */
export type Unsignable = 'ed25519' | 'es256' | 'unsupported'

const lacks: Record<Unsignable, string> = {
  ed25519: 'k6 has no Ed25519',
  es256: 'k6 cannot derive the P-256 key for ES256 from the secret',
  unsupported: 'load tests do not support a custom recipe with {secret} or a P-256 key',
}

/** Why an engine cannot sign for a subscription, and what to do. */
export const sayUnsignable = (scheme: string, code: Unsignable): { message: string; fix: string } => ({
  message: `${code === 'unsupported' ? 'The load test' : 'k6'} cannot sign with the scheme ${scheme}: ${lacks[code]}.`,
  fix:
    code === 'unsupported'
      ? 'Use another scheme or recipe for the subscription.'
      : 'Use artillery or locust, which sign with every scheme, or another scheme for the subscription.',
})

/** What the README says about a load test. */
export interface LoadReadme {
  engine: 'artillery' | 'k6' | 'locust'
  title: string
  scheme: string
  target: string
  rate: number
  seconds: number
  payloads: number
  events: readonly string[]
  install: string | null
  /** The command without the secret. */
  run: string
  needsSecret: boolean
  subscriptionId: string
  /** The schemes that the engine cannot sign with, with the reason. */
  unsignable: readonly { scheme: string; code: Unsignable }[]
}

const setting = 'WEBHOOK_SECRET'

/** The environment variable in front of a command. Without a secret, a placeholder. */
export const withSecret = (command: string, secret: string | null): string =>
  `${setting}=${secret === null ? "'…'" : word(secret)} ${command}`

/** The README that is written beside the scripts. */
export function loadReadme(about: LoadReadme): string {
  const { title, scheme, target, rate, seconds, payloads, events, needsSecret, run } = about
  const perWorker = about.engine === 'artillery' ? ' Each further worker adds the same rate.' : ''
  return [
    `# Load test of ${target} with ${title}`,
    '',
    `Sends ${rate} signed webhooks a second for ${seconds} s.${perWorker} Run it in this folder:`,
    '',
    '```bash',
    about.install ?? '# Install k6: https://grafana.com/docs/k6/latest/set-up/install-k6/',
    needsSecret ? withSecret(run, null) : run,
    '```',
    '',
    ...(needsSecret
      ? [
          `\`${setting}\` is the secret that signs. It is in no file. Print it with:`,
          '',
          '```bash',
          `webhook-sandbox subscription show ${about.subscriptionId}`,
          '```',
          '',
        ]
      : []),
    `\`TARGET_URL\` sends the requests to another receiver. Default: ${target}.`,
    '',
    `- **Signature**: each request is signed when it is sent, by the scheme ${scheme}, with the current time of the machine.`,
    `- **Payloads**: \`payloads.jsonl\` holds ${payloads} payloads of ${events.length === 1 ? events[0] : `${events.length} events`}, one a line. Each request gets one of them at random.`,
    '- **Ids**: each request has its own event id and its own ids in the payload. No two workers send the same id.',
    ...(about.unsignable.length === 0
      ? []
      : [
          `- **Limits**: ${[...new Set(about.unsignable.map(({ code }) => lacks[code]))].join(', and ')}. So k6 cannot sign with ${about.unsignable.map((one) => one.scheme).join(', ')}, or with a custom recipe that has an Ed25519 key.`,
        ]),
    '',
    '## Several machines',
    '',
    ...distributed[about.engine](about),
    '',
  ].join('\n')
}

type Machines = (about: LoadReadme) => string[]
const distributed: Record<LoadReadme['engine'], Machines> = {
  artillery: () => [
    'On AWS Fargate, store the secret as the parameter `/artilleryio/WEBHOOK_SECRET`, then run:',
    '',
    '```bash',
    'npx artillery run:fargate --count 4 --region eu-west-1 --secret WEBHOOK_SECRET load.yml',
    '```',
    '',
    'On AWS Lambda, write `WEBHOOK_SECRET=…` to a file `.env`, and add `.env` to `includeFiles` in `load.yml`. Then run:',
    '',
    '```bash',
    'npx artillery run:lambda --count 4 --region eu-west-1 --dotenv .env load.yml',
    '```',
  ],
  k6: () => [
    'On Kubernetes, the k6 operator divides the rate among its runners:',
    '',
    '```bash',
    'kubectl create configmap webhooks --from-file script.js --from-file payloads.jsonl',
    "kubectl create secret generic webhooks --from-literal WEBHOOK_SECRET='…'",
    "kubectl apply -f - <<'END'",
    'apiVersion: k6.io/v1alpha1',
    'kind: TestRun',
    'metadata: { name: webhooks }',
    'spec:',
    '  parallelism: 4',
    '  script: { configMap: { name: webhooks, file: script.js } }',
    '  runner:',
    '    envFrom: [{ secretRef: { name: webhooks } }]',
    'END',
    '```',
  ],
  locust: ({ rate, seconds, needsSecret }) => {
    const secretly = (command: string) => (needsSecret ? withSecret(command, null) : command)
    return [
      'The master divides the users among the workers. Each user sends one webhook a second:',
      '',
      '```bash',
      secretly(
        `locust --headless --master --expect-workers 2 --users ${rate} --spawn-rate ${rate} --run-time ${seconds}s`,
      ),
      secretly('locust --worker --master-host ADDRESS_OF_THE_MASTER'),
      '```',
      '',
      'Copy this folder to each machine, and start one worker for each processor.',
    ]
  },
}
