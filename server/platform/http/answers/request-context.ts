/** A request with its caller and headers. Each part is read lazily. */
import type { RequestWithCaller } from '../../auth/access.guard';
import { ADMIN_SCOPE, type VisibleScope } from '../../auth/staff/audit-bounds';
import type { TicketHolder } from '../../auth/ticket-port';
import { clientInfoOf } from '../../auth/log-in/client-info';
import { languageFor } from '../../errors/envelope';

export class RequestContext {
  constructor(protected readonly rawRequest: RequestWithCaller) {}

  /** 0 for a public route without a ticket. */
  get user() {
    return this.rawRequest.caller?.user ?? 0;
  }
  /** Set for every route that needs a ticket. */
  get caller() {
    return this.rawRequest.caller as TicketHolder;
  }
  /** The records that the caller may see. Only auditors have bounds, and only they see personal data in clear. */
  get visibleScope(): VisibleScope {
    return this.rawRequest.auditScope ?? ADMIN_SCOPE;
  }
  get ticket() {
    return this.header('ticket');
  }
  /** Empty if absent. */
  header(name: string) {
    const value = this.rawRequest.headers[name];
    return typeof value === 'string' ? value : '';
  }
  get ip() {
    return this.rawRequest.ip;
  }
  get clientInfo() {
    return clientInfoOf(this.rawRequest);
  }
  get language() {
    return languageFor(this.rawRequest);
  }
}
