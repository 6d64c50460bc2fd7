import 'reflect-metadata'
import {
  Controller,
  Headers,
  HttpCode,
  Inject,
  Module,
  Post,
  type RawBodyRequest,
  Req,
  UnauthorizedException,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Request } from 'express'
import { Webhook } from 'standardwebhooks'

/** Each card that was created, by the id of its event. */
export type Cards = Map<string, unknown>

@Controller('webhooks')
class WebhookController {
  constructor(
    @Inject('secret') private readonly secret: string,
    @Inject('cards') private readonly cards: Cards,
  ) {}

  @Post()
  @HttpCode(200)
  receive(@Req() request: RawBodyRequest<Request>, @Headers() headers: Record<string, string>) {
    const event = this.verified(request.rawBody ?? Buffer.alloc(0), headers)
    if (event.event === 'card.created') this.cards.set(headers['webhook-id'] ?? '', event)
  }

  private verified(body: Buffer, headers: Record<string, string>): { event: string } {
    try {
      return new Webhook(this.secret).verify(body, headers) as { event: string }
    } catch {
      throw new UnauthorizedException()
    }
  }
}

/** The app on a free port, and its address. */
export async function startApp(secret: string, cards: Cards = new Map()) {
  @Module({
    controllers: [WebhookController],
    providers: [
      { provide: 'secret', useValue: secret },
      { provide: 'cards', useValue: cards },
    ],
  })
  class AppModule {}

  // The raw body: a parsed body no longer has the bytes that were signed.
  const app = await NestFactory.create(AppModule, { rawBody: true, logger: false })
  await app.listen(0, '127.0.0.1')
  return { app, url: `${await app.getUrl()}/webhooks` }
}
