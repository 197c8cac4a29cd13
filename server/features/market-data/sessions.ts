/** Log-ins per socket while their tickets are valid. */
import type { Revocation, TicketHolder, TicketPort } from '../../platform/auth/ticket-port';
import type { Connection } from './connection';
import { TICKET_CHECK_MS_MAX } from './options';

/** Why a socket loses its log-in; `system.busy` if its ticket could not be checked. */
export type EndCode = Revocation['code'] | 'system.busy';

export class Sessions {
  private readonly byUser = new Map<number, Set<Connection>>();
  /** Counts revocations, so a revocation during a ticket's check is noticed. */
  private revocations = 0;
  private readonly stopListening: () => void;

  constructor(
    private readonly tickets: TicketPort,
    private readonly socketsPerUserMax: number,
    private readonly end: (connection: Connection, code: EndCode) => void,
  ) {
    this.stopListening = tickets.onRevoked((revocation) => {
      this.revocations += 1;
      // Sockets whose ticket cannot be checked end as a precaution; their session does not.
      void this.recheck(this.connectionsOf(revocation.user), revocation.code, 'system.busy');
    });
  }

  connectionsOf(user: number): Connection[] {
    return [...(this.byUser.get(user) ?? [])];
  }

  /** Binds a connection to the ticket's holder. Returns the outcome's code. */
  async login(connection: Connection, ticket: string): Promise<string> {
    const holder = await this.holderOf(connection, ticket);
    if (holder === 'unavailable') return 'system.busy';
    if (!holder || !connection.socket.connected) return 'login.user.not.login';
    const others = this.connectionsOf(holder.user).filter((other) => other !== connection).length;
    if (others >= this.socketsPerUserMax) return 'sockets.too.many';
    this.leave(connection);
    connection.login = { ...holder, ticket };
    const sockets = this.byUser.get(holder.user);
    if (sockets) sockets.add(connection);
    else this.byUser.set(holder.user, new Set([connection]));
    return 'success';
  }

  leave(connection: Connection): void {
    const { login } = connection;
    if (!login) return;
    connection.login = null;
    const sockets = this.byUser.get(login.user);
    sockets?.delete(connection);
    if (sockets?.size === 0) this.byUser.delete(login.user);
  }

  /** Rechecks all tickets, since expiry raises no event. If the store does not answer, the sockets stay. */
  async recheckAll(): Promise<void> {
    for (const user of [...this.byUser.keys()]) await this.recheck(this.connectionsOf(user), '4001', null);
  }

  close(): void {
    this.stopListening();
  }

  private async recheck(
    connections: readonly Connection[],
    code: Revocation['code'],
    codeWhenUnknown: EndCode | null,
  ): Promise<void> {
    await Promise.all(
      connections.map(async (connection) => {
        const { login } = connection;
        if (!login) return;
        const holder = await this.holderOf(connection, login.ticket);
        if (connection.login !== login) return;
        if (holder === 'unavailable') {
          if (codeWhenUnknown) this.end(connection, codeWhenUnknown);
        } else if (holder?.user !== login.user) this.end(connection, code);
      }),
    );
  }

  /** A store that exceeds the timeout counts as unavailable; the client can retry. */
  private async holderOf(connection: Connection, ticket: string): Promise<TicketHolder | null | 'unavailable'> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'unavailable'>((resolve) => {
      timer = setTimeout(() => resolve('unavailable'), TICKET_CHECK_MS_MAX);
    });
    return Promise.race([this.checked(connection, ticket), timeout]).finally(() => clearTimeout(timer));
  }

  private async checked({ bearing }: Connection, ticket: string): Promise<TicketHolder | null | 'unavailable'> {
    try {
      for (;;) {
        const { revocations } = this;
        const holder = await this.tickets.check(ticket, bearing);
        if (revocations === this.revocations) return holder;
      }
    } catch {
      return 'unavailable';
    }
  }
}
