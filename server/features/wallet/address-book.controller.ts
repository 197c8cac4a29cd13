import { Body, Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ADDRESS_BOOK_ROUTES as ROUTES } from '../../../shared/wire/address-book';
import type {
  AddAddressRequest,
  DeclareAddressRequest,
  LabelAddressRequest,
  OwnershipMessageRequest,
  RemoveAddressRequest,
} from '../../../shared/wire/address-book';
import { Caller } from '../../platform/auth/caller';
import { givenFactor } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { AddressBook } from './address-book';

@Controller()
export class AddressBookController {
  constructor(
    private readonly book: AddressBook,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(ROUTES.list)
  list(@Caller() { user }: TicketHolder) {
    return this.book.of(user);
  }

  @Endpoint(ROUTES.add)
  add(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.add.body)) wish: AddAddressRequest,
  ) {
    return this.book.add(user, wish, givenFactor(request, this.config), whence);
  }

  @Endpoint(ROUTES.label)
  label(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.label.body)) wish: LabelAddressRequest,
  ) {
    return this.book.relabel(user, wish, givenFactor(request, this.config));
  }

  @Endpoint(ROUTES.ownershipMessage)
  ownershipMessage(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.ownershipMessage.body)) request: OwnershipMessageRequest,
  ) {
    return this.book.messageFor(user, request);
  }

  @Endpoint(ROUTES.declare)
  declare(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.declare.body)) request: DeclareAddressRequest) {
    return this.book.declare(user, request);
  }

  @Endpoint(ROUTES.remove)
  async remove(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.remove.body)) wish: RemoveAddressRequest,
  ) {
    await this.book.remove(user, wish, givenFactor(request, this.config));
    return null;
  }
}
