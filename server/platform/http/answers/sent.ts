/** A request with what it came with. Each part is read when it is asked for. */
import type { RequestWithCaller } from '../../auth/access.guard';
import { DESK_SCOPE, type SeenScope } from '../../auth/staff/audit-bounds';
import type { TicketHolder } from '../../auth/ticket-port';
import { whenceOf } from '../../auth/log-in/whence';
import { languageFor } from '../../errors/envelope';

export class Sent {
  constructor(protected readonly sent: RequestWithCaller) {}

  /** 0 where a public route is asked without a ticket. */
  get user() {
    return this.sent.caller?.user ?? 0;
  }
  /** Both of a route that needs a ticket. */
  get caller() {
    return this.sent.caller as TicketHolder;
  }
  /** The records that the caller may see. Only auditors have bounds, and only they see personal data in clear. */
  get seen(): SeenScope {
    return this.sent.auditScope ?? DESK_SCOPE;
  }
  get ticket() {
    return this.header('ticket');
  }
  /** Empty where it was not sent. */
  header(name: string) {
    const value = this.sent.headers[name];
    return typeof value === 'string' ? value : '';
  }
  get ip() {
    return this.sent.ip;
  }
  get whence() {
    return whenceOf(this.sent);
  }
  get language() {
    return languageFor(this.sent);
  }
}
