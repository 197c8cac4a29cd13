/** JSON-RPC as bitcoind speaks it. */
import { z } from 'zod';
import { ChainUnavailable } from '../chain-port';

/** What bitcoind calls a transaction or a block that it does not have, and a height above the tip. */
const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;

const answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.int(), message: z.string() }).nullable(),
});

export class BitcoinRpc {
  private readonly url: string;
  private readonly authorization: string | null;

  /** User and password stand in the address: `http://user:password@127.0.0.1:8332`. */
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

  /** The result in the shape that is asked for; null for what is not there. Throws ChainUnavailable. */
  async call<T>(
    method: string,
    parameters: readonly unknown[],
    shape: z.ZodType<T>,
    timeoutMs = this.timeoutMs,
  ): Promise<T | null> {
    const { result, error } = await this.ask(method, parameters, timeoutMs);
    if (error) {
      if (error.code === NOT_FOUND || error.code === OUT_OF_RANGE) return null;
      throw new ChainUnavailable(`bitcoind: ${method}: ${error.message} (${error.code})`);
    }
    const parsed = shape.safeParse(result);
    if (!parsed.success) throw new ChainUnavailable(`bitcoind: ${method}: not as expected: ${parsed.error.message}`);
    return parsed.data;
  }

  private async ask(method: string, params: readonly unknown[], timeoutMs: number): Promise<z.infer<typeof answer>> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (this.authorization !== null) headers.authorization = this.authorization;
    const body = JSON.stringify({ jsonrpc: '1.0', id: 'exchange', method, params });
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // Where a node sends its callers is nobody's whom the operator has named.
      const response = await fetch(this.url, { method: 'POST', headers, body, signal, redirect: 'error' });
      // Errors of its own come with status 500 or 404 and a body; without one the status is all there is.
      const parsed = answer.safeParse(await response.json().catch(() => null));
      if (parsed.success) return parsed.data;
      throw new ChainUnavailable(`bitcoind: ${method}: status ${response.status}`);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      throw new ChainUnavailable(`bitcoind: ${method}: ${(error as Error).message}`, { cause: error });
    }
  }
}
