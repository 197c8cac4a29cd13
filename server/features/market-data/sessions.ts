/** Who is logged in on which sockets, for as long as the tickets are good. */
import type { Revocation, TicketHolder, TicketPort } from '../../platform/auth/ticket-port';
import type { Connection } from './connection';

export class Sessions {
  private readonly byUser = new Map<number, Set<Connection>>();
  /** Counts revocations, so that one that comes while a ticket is being checked is not missed. */
  private revocations = 0;
  private readonly stopListening: () => void;

  constructor(
    private readonly tickets: TicketPort,
    private readonly socketsPerUserMax: number,
    private readonly end: (connection: Connection, code: Revocation['code']) => void,
  ) {
    this.stopListening = tickets.onRevoked((revocation) => {
      this.revocations += 1;
      void this.recheck(this.of(revocation.user), revocation.code);
    });
  }

  of(user: number): Connection[] {
    return [...(this.byUser.get(user) ?? [])];
  }

  /** Binds a connection to the holder of a ticket. Returns the code of the outcome. */
  async login(connection: Connection, ticket: string): Promise<string> {
    const holder = await this.holderOf(ticket);
    if (holder === 'unavailable') return 'system.busy';
    if (!holder || !connection.socket.connected) return 'login.user.not.login';
    const others = this.of(holder.user).filter((other) => other !== connection).length;
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

  /** Tickets that ran out since: nobody tells of those. */
  async recheckAll(): Promise<void> {
    for (const user of [...this.byUser.keys()]) await this.recheck(this.of(user), '4001');
  }

  close(): void {
    this.stopListening();
  }

  private async recheck(connections: readonly Connection[], code: Revocation['code']): Promise<void> {
    await Promise.all(
      connections.map(async (connection) => {
        const { login } = connection;
        if (!login) return;
        const holder = await this.holderOf(login.ticket);
        // While nobody can tell, a socket that may have been revoked is not worth the risk.
        const good = holder !== 'unavailable' && holder?.user === login.user;
        if (!good && connection.login === login) this.end(connection, code);
      }),
    );
  }

  private async holderOf(ticket: string): Promise<TicketHolder | null | 'unavailable'> {
    try {
      for (;;) {
        const { revocations } = this;
        const holder = await this.tickets.check(ticket);
        if (revocations === this.revocations) return holder;
      }
    } catch {
      return 'unavailable';
    }
  }
}
