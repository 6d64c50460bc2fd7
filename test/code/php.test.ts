import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import {
  judgeLibraryCalls,
  judgeReceivers,
  startHarness,
  stubbedSchemes,
  writeLibraryReceivers,
  writeReceivers,
} from './receivers.ts'

const isHere = spawnSync('php', ['--version']).status === 0
const harness = fileURLToPath(new URL('harness/php.mjs', import.meta.url))

test.skipIf(!isHere)('PHP takes what is right and refuses what is not, in every scheme', async () => {
  const { receivers } = writeReceivers('php')
  for (const { file } of receivers) {
    const { stdout } = spawnSync('php', ['-l', file], { encoding: 'utf8' })
    expect(stdout).toMatch(/^No syntax errors/)
  }
  await judgeReceivers(await startHarness([process.execPath, harness], receivers))
})

/** The documented interface of the libraries, as Composer's autoloader gives it. */
const stub = `<?php
namespace Stub {
    function called(string $scheme, string $secret, string $body, array $headers): void
    {
        $call = ['scheme' => $scheme, 'secret' => $secret, 'body' => $body, 'headers' => $headers];
        file_put_contents(getenv('CALLS'), json_encode($call) . "\\n", FILE_APPEND);
        if ($body === 'refuse') {
            throw new \\Exception('the stub says no');
        }
    }
}
namespace StandardWebhooks {
    class Webhook
    {
        public function __construct(private string $secret) {}
        public function verify($body, $headers)
        {
            $values = [$headers['webhook-id'], $headers['webhook-timestamp'], $headers['webhook-signature']];
            \\Stub\\called('standard-webhooks', $this->secret, $body, $values);
        }
    }
}
namespace Svix {
    class Webhook
    {
        public function __construct(private string $secret) {}
        public function verify($body, $headers)
        {
            $values = [$headers['svix-id'], $headers['svix-timestamp'], $headers['svix-signature']];
            \\Stub\\called('svix', $this->secret, $body, $values);
        }
    }
}
namespace Stripe {
    class Webhook
    {
        public static function constructEvent($body, $header, $secret)
        {
            \\Stub\\called('stripe', $secret, $body, [$header]);
        }
    }
}
`

test.skipIf(!isHere)('PHP calls each library as it is documented', async () => {
  const autoload = (scheme: string) => [`${scheme}/vendor/autoload.php`, stub]
  const { folder, receivers } = writeLibraryReceivers('php', Object.fromEntries(stubbedSchemes.map(autoload)))
  for (const { file } of receivers) expect(spawnSync('php', ['-l', file]).status).toBe(0)
  await judgeLibraryCalls(await startHarness([process.execPath, harness], receivers), folder)
})
