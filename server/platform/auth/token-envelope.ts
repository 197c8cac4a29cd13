import type { UserRow } from '../database/exchange-tables';
import { Envelope } from '../errors/envelope';
import type { IssuedTicket } from './tickets';
import { USER_TYPES } from './users';

/** The answer of every log-in method carries the ticket beside the envelope's fields, as OAuth clients expect. */
export class TokenEnvelope extends Envelope {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type = 'ticket';

  constructor(
    { id, role }: Pick<UserRow, 'id' | 'role'>,
    { ticket, expiresInSeconds }: IssuedTicket,
    mustBindFactor = false,
  ) {
    super('success', '', { userId: id, userType: USER_TYPES[role], mustBindFactor });
    this.access_token = ticket;
    this.expires_in = expiresInSeconds;
  }
}
