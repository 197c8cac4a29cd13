/**
 * What answers on the port while the exchange cannot start because its journal or its database is out of reach: that the process is there,
 * and what it waits for. Nothing listens before there is something to wait for.
 */
import { createServer, type Server } from 'node:http';
import type { Config } from '../config/config';

export type AwaitedStore = 'journal' | 'database';

export class WaitingRoom {
  private server: Server | null = null;
  private waiting: Partial<Record<AwaitedStore, string>> = {};

  constructor(private readonly config: Pick<Config, 'port' | 'host'>) {}

  tell(store: AwaitedStore, reason: string): void {
    this.waiting = { [store]: reason };
    if (this.server) return;
    const { port, host } = this.config;
    this.server = createServer((request, response) => {
      const isHealth = request.url === '/health';
      const body = isHealth ? { status: 'up' } : { ready: false, ...this.waiting };
      response.writeHead(isHealth ? 200 : 503, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
    // A port that is taken is the exchange's own concern, when it listens there itself.
    this.server.on('error', () => undefined).listen(port, host);
  }

  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
