/** What a trader may ask for: the request as it came in, and whose it is. */
import { Command } from '@nestjs/cqrs';
import type { CommandAnswer } from '../../../shared/wire/fields';
import type {
  AmendOrderRequest,
  CancelAllRequest,
  CancelOrderRequest,
  PlaceOrderRequest,
  QuoteRequest,
} from '../../../shared/wire/spot';

export class PlaceOrder extends Command<CommandAnswer & { order: string }> {
  constructor(
    readonly user: number,
    readonly request: PlaceOrderRequest,
  ) {
    super();
  }
}

export class AmendOrder extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: AmendOrderRequest,
  ) {
    super();
  }
}

export class CancelOrder extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: CancelOrderRequest,
  ) {
    super();
  }
}

export class CancelAllOrders extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: CancelAllRequest,
  ) {
    super();
  }
}

export class QuoteMarket extends Command<CommandAnswer & { orders: string[] }> {
  constructor(
    readonly user: number,
    readonly request: QuoteRequest,
  ) {
    super();
  }
}
