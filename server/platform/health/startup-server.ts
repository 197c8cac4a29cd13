/**
 * Holds the port from the beginning and answers there until the exchange is ready: the current step and its progress. A
 * port in use is thus reported before any preparation. The exchange takes over the listening socket, so no request is
 * refused in between.
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
import { COMMON_TEXTS } from '../i18n/messages';
import { stepsOf, type StartStep } from './start-steps';
import { RETRY_SECONDS, STARTUP_PAGE_POLICY, startupPage, type AwaitedStore, type StartState } from './startup-page';

const INTERFACE = '/exchange/';

export class StartupServer {
  private readonly server: Server;
  private readonly state: StartState;

  private constructor(private readonly config: Pick<Config, 'port' | 'host' | 'demo' | 'limits'>) {
    this.state = { steps: stepsOf(config), step: 'journal', percent: null, waitsFor: null };
    const { requestSecondsMax, headersSecondsMax } = config.limits;
    const times = { requestTimeout: requestSecondsMax * 1_000, headersTimeout: headersSecondsMax * 1_000 };
    this.server = createServer(times, (request, response) => this.answer(request, response));
  }

  /** Listens, or rejects with the port's error. */
  static async open(config: Pick<Config, 'port' | 'host' | 'demo' | 'limits'>): Promise<StartupServer> {
    const startupServer = new StartupServer(config);
    const { server } = startupServer;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.port, config.host, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
    return startupServer;
  }

  begin(step: StartStep, progress?: number): void {
    this.state.step = step;
    this.state.percent = progress === undefined ? null : Math.floor(Math.min(Math.max(progress, 0), 1) * 100);
    this.state.waitsFor = null;
  }

  waitFor(store: AwaitedStore, reason: string): void {
    this.state.waitsFor = { store, reason };
  }

  /**
   * Listening parameters for another server. Afterwards no new connection arrives here; earlier ones are answered here,
   * and closed by their answer or their timeout.
   */
  releasePort(): { port: number; host: string; handle: object } {
    const { port } = this.server.address() as AddressInfo;
    // In the form of `server.listen(handle)`: an object with an underlying `_handle` and no close, which would close
    // the port.
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
      return data(503, new Envelope('system.busy', COMMON_TEXTS.codeText(language, 'system.busy'), { step, percent }));
    }
    const headers = {
      ...DATA_HEADERS,
      ...retry,
      'content-security-policy': STARTUP_PAGE_POLICY,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-language, cookie',
    };
    send(request, response, 503, headers, startupPage(this.state, language));
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
