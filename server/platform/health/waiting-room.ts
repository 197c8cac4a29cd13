/**
 * What answers on the port while the exchange cannot start because its journal is out of reach: that the process is there,
 * and what it waits for. Nothing listens before there is something to wait for.
 */
import { createServer, type Server } from 'node:http';
import type { Config } from '../config/config';

export class WaitingRoom {
  private server: Server | null = null;
  private journal = '';

  constructor(private readonly config: Pick<Config, 'port' | 'host'>) {}

  tell(reason: string): void {
    this.journal = reason;
    if (this.server) return;
    const { port, host } = this.config;
    this.server = createServer((request, response) => {
      const isHealth = request.url === '/health';
      const body = isHealth ? { status: 'up' } : { ready: false, journal: this.journal };
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
