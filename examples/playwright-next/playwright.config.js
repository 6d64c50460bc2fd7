import { defineConfig } from '@playwright/test'

export const secret = `whsec_${Buffer.from('the secret of these tests').toString('base64')}`
const port = process.env.PORT ?? '3000'

export default defineConfig({
  testMatch: '*.test.js',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] },
  },
  webServer: {
    command: `npx next start --port ${port} --hostname 127.0.0.1`,
    url: `http://127.0.0.1:${port}`,
    env: { WEBHOOK_SECRET: secret },
  },
})
