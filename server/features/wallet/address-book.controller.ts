import { Body, Controller } from '@nestjs/common';
import { ADDRESS_BOOK_ROUTES as ROUTES } from '../../../shared/wire/address-book';
import type { AddAddressRequest, LabelAddressRequest } from '../../../shared/wire/address-book';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { FromWhere, type Whence } from '../../platform/auth/whence';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { idOf } from '../shared/convert';
import { AddressBook } from './address-book';

@Controller()
export class AddressBookController {
  constructor(private readonly book: AddressBook) {}

  @Endpoint(ROUTES.list)
  list(@Caller() { user }: TicketHolder) {
    return this.book.of(user);
  }

  @Endpoint(ROUTES.add)
  add(
    @Caller() { user }: TicketHolder,
    @FromWhere() whence: Whence,
    @Body(new WirePipe(ROUTES.add.body)) request: AddAddressRequest,
  ) {
    return this.book.add(user, request, whence);
  }

  @Endpoint(ROUTES.label)
  label(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.label.body)) { addressId, label }: LabelAddressRequest,
  ) {
    return this.book.relabel(user, idOf(addressId), label);
  }

  @Endpoint(ROUTES.remove)
  async remove(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.remove.body)) { addressId }: { addressId: string },
  ) {
    await this.book.remove(user, idOf(addressId));
    return null;
  }
}
