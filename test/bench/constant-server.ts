/** The peer of the HTTP benchmark: Nest on Fastify, with the same body and schema, and a constant answer after 2 ms. */
import 'reflect-metadata';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { WirePipe } from '../../server/platform/http/requests/wire.pipe';
import { placeOrderRequest } from '../../shared/products/spot/wire';

const ANSWER = { code: 'success', message: 'Success', data: { position: 1_000_000, repeated: false, order: '100000' } };
/** About the duration of a durable append. */
const WAIT_MS = 2;

@Controller()
class ConstantController {
  @Post('/exchange/app/spot/place')
  @HttpCode(200)
  place(@Body(new WirePipe(placeOrderRequest)) _request: unknown): Promise<typeof ANSWER> {
    return new Promise((resolve) => setTimeout(resolve, WAIT_MS, ANSWER));
  }
}

@Module({ controllers: [ConstantController] })
class ConstantModule {}

async function main(): Promise<void> {
  const application = await NestFactory.create<NestFastifyApplication>(ConstantModule, new FastifyAdapter(), {
    logger: false,
  });
  await application.listen(0, '127.0.0.1');
  process.send?.({ url: await application.getUrl() });
}

void main();
