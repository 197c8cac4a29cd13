/** JSON-RPC client for bitcoind. */
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { z } from 'zod';
import { ChainUnavailable } from '../chain-port';

/** bitcoind's error code for an unknown transaction or block, and for a height above the tip. */
const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;

const answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.int(), message: z.string() }).nullable(),
});

/** The node answered with a refusal and an error code. */
export class BitcoinRefusal extends ChainUnavailable {}

export class BitcoinRpc {
  private readonly url: string;
  private readonly authorization: string | null;

  /** The address contains user and password: `http://user:password@127.0.0.1:8332`. */
  constructor(
    address: string,
    private readonly timeoutMs: number,
  ) {
    const url = new URL(address);
    const { username, password } = url;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.authorization = username === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
    url.username = '';
    url.password = '';
    this.url = url.href;
  }

  /** Returns the result in the given shape; null if the object does not exist. Throws ChainUnavailable. */
  async call<T>(
    method: string,
    parameters: readonly unknown[],
    shape: z.ZodType<T>,
    timeoutMs = this.timeoutMs,
  ): Promise<T | null> {
    const pendingAnswer = this.sendRequest(method, parameters, async ({ headers, body }) => {
      const signal = AbortSignal.timeout(timeoutMs);
      // Redirects are refused: the target is a host that the operator has not configured.
      const response = await fetch(this.url, { method: 'POST', headers, body, signal, redirect: 'error' });
      return { status: response.status, json: await response.json().catch(() => null) };
    });
    const { result, error } = await pendingAnswer;
    if (error?.code === NOT_FOUND || error?.code === OUT_OF_RANGE) return null;
    return resultOf(method, shape, { result, error });
  }

  /**
   * For calls that take minutes: `fetch` gives up on an answer that has not begun after five. No error code means a
   * missing object here: a scan refused because another one runs has the same code.
   */
  async callLong<T>(method: string, parameters: readonly unknown[], shape: z.ZodType<T>, timeoutMs: number) {
    const pendingAnswer = this.sendRequest(method, parameters, (message) => posted(this.url, message, timeoutMs));
    return resultOf(method, shape, await pendingAnswer);
  }

  private async sendRequest(
    method: string,
    params: readonly unknown[],
    post: (message: Message) => Promise<{ status: number; json: unknown }>,
  ): Promise<z.infer<typeof answer>> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (this.authorization !== null) headers.authorization = this.authorization;
    const body = JSON.stringify({ jsonrpc: '1.0', id: 'exchange', method, params });
    try {
      const { status, json } = await post({ headers, body });
      // Errors of bitcoind come with status 500 or 404 and a body; without a body only the status is known.
      const parsed = answer.safeParse(json);
      if (parsed.success) return parsed.data;
      throw new ChainUnavailable(`bitcoind: ${method}: status ${status}`);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      throw new ChainUnavailable(`bitcoind: ${method}: ${(error as Error).message}`, { cause: error });
    }
  }
}

interface Message {
  headers: Record<string, string>;
  body: string;
}

function resultOf<T>(method: string, shape: z.ZodType<T>, { result, error }: z.infer<typeof answer>): T {
  if (error) throw new BitcoinRefusal(`bitcoind: ${method}: ${error.message} (${error.code})`);
  const parsed = shape.safeParse(result);
  if (!parsed.success) throw new ChainUnavailable(`bitcoind: ${method}: not as expected: ${parsed.error.message}`);
  return parsed.data;
}

/** Follows no redirects and does not keep the process alive. */
function posted(
  url: string,
  { headers, body }: Message,
  timeoutMs: number,
): Promise<{ status: number; json: unknown }> {
  const request = url.startsWith('https:') ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const clientRequest = request(url, { method: 'POST', headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, json: jsonOf(Buffer.concat(chunks).toString()) });
      });
    });
    clientRequest.on('socket', (socket) => socket.unref());
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
