import { Body, Controller } from '@nestjs/common';
import type { Language } from '../../../shared/wire/languages';
import { MESSAGE_ROUTES as ROUTES, type MessagesRequest } from '../../../shared/wire/messages-center';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { RequestLanguage } from '../../platform/http/language';
import { WirePipe } from '../../platform/http/wire.pipe';
import { refuseDeep } from '../shared/page';
import { Messages } from '../../platform/messages/messages';

@Controller()
export class MessageController {
  constructor(private readonly messages: Messages) {}

  @Endpoint(ROUTES.list)
  list(
    @Caller() { user }: TicketHolder,
    @RequestLanguage() language: Language,
    @Body(new WirePipe(ROUTES.list.body)) request: MessagesRequest,
  ) {
    refuseDeep(request);
    return this.messages.list(user, request, language);
  }

  @Endpoint(ROUTES.unread)
  async unread(@Caller() { user }: TicketHolder) {
    return { unread: await this.messages.unread(user) };
  }

  @Endpoint(ROUTES.read)
  async read(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.read.body)) { messages }: { messages: string[] },
  ) {
    return { unread: await this.messages.read(user, messages.map(Number)) };
  }

  @Endpoint(ROUTES.readAll)
  async readAll(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.readAll.body)) _: object) {
    return { unread: await this.messages.read(user, 'all') };
  }
}
