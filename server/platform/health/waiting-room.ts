/**
 * Holds the port from the first moment on, and answers there until the exchange is ready: what is being prepared, and how far it
 * is. A port that is taken is thus known before anything is prepared. The exchange takes the listening socket over: no request is
 * refused between the two.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config';
import { Envelope, languageFor } from '../errors/envelope';
import { DATA_HEADERS } from '../http/answers/security-headers';
import { messageOf } from '../i18n/messages';
import { stepsOf, type StartStep } from './start-steps';
import { RETRY_SECONDS, WAITING_POLICY, waitingPage, type AwaitedStore, type StartState } from './waiting-page';

const INTERFACE = '/exchange/';

export class WaitingRoom {
  private readonly server: Server;
  private readonly state: StartState;

  private constructor(private readonly config: Pick<Config, 'port' | 'host' | 'demo' | 'limits'>) {
    this.state = { steps: stepsOf(config), step: 'journal', percent: null, waitsFor: null };
    const { requestSecondsMax, headersSecondsMax } = config.limits;
    const times = { requestTimeout: requestSecondsMax * 1_000, headersTimeout: headersSecondsMax * 1_000 };
    this.server = createServer(times, (request, response) => this.answer(request, response));
  }

  /** Listens, or rejects with the fault of the port. */
  static async open(config: Pick<Config, 'port' | 'host' | 'demo' | 'limits'>): Promise<WaitingRoom> {
    const room = new WaitingRoom(config);
    const { server } = room;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.port, config.host, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
    return room;
  }

  begin(step: StartStep, done?: number): void {
    this.state.step = step;
    this.state.percent = done === undefined ? null : Math.floor(Math.min(Math.max(done, 0), 1) * 100);
    this.state.waitsFor = null;
  }

  waitFor(store: AwaitedStore, reason: string): void {
    this.state.waitsFor = { store, reason };
  }

  /**
   * What another server is to listen with. From then on no connection comes here; those that came before are answered here, and
   * closed by their answer or their timeout.
   */
  handOver(): { port: number; host: string; handle: object } {
    const { port } = this.server.address() as AddressInfo;
    // As `server.listen(handle)` takes it: anything with an underlying `_handle`, and no close, which would close the port.
    return { port, host: this.config.host, handle: (this.server as unknown as { _handle: object })._handle };
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const retry = { 'retry-after': String(RETRY_SECONDS), connection: 'close' };
    const data = (status: number, body: unknown): void => {
      const headers = { ...DATA_HEADERS, ...retry, 'content-type': 'application/json; charset=utf-8' };
      send(request, response, status, headers, JSON.stringify(body));
    };
    const { step, percent, waitsFor } = this.state;
    if (path === '/health') return data(200, { status: 'up' });
    if (path === '/ready' || path === '/metrics') {
      return data(503, { ready: false, step, percent, ...(waitsFor && { [waitsFor.store]: waitsFor.reason }) });
    }
    const language = languageFor(request);
    if (path.startsWith(INTERFACE)) {
      return data(503, new Envelope('system.busy', messageOf(language, 'code', 'system.busy'), { step, percent }));
    }
    const headers = {
      ...DATA_HEADERS,
      ...retry,
      'content-security-policy': WAITING_POLICY,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-language, cookie',
    };
    send(request, response, 503, headers, waitingPage(this.state, language));
  }
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string,
): void {
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
