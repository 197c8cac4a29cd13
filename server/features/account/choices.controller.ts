import { Body, Controller } from '@nestjs/common';
import { CHOICES_ROUTES as ROUTES, type SaveChoicesRequest } from '../../../shared/wire/choices';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { UserChoices } from './choices';

@Controller()
export class ChoicesController {
  constructor(private readonly choices: UserChoices) {}

  @Endpoint(ROUTES.own)
  async own(@Caller() { user }: TicketHolder) {
    return { choices: await this.choices.of(user) };
  }

  @Endpoint(ROUTES.save)
  async save(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.save.body)) { choices }: SaveChoicesRequest,
  ): Promise<null> {
    await this.choices.save(user, choices);
    return null;
  }
}
