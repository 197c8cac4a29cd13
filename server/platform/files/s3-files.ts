/** Files in a bucket of an S3-compatible store over plain fetch: `PUT`, `GET`, `DELETE` of one object. */
import type { Clock } from '../tokens';
import { requireFileName, type Files } from './files';
import { signedHeaders, type StoreCredentials, type UnsignedRequest } from './signature-v4';

export interface BucketConfig extends StoreCredentials {
  /** URL of the bucket: `https://s3.example.com/bucket` or `https://bucket.s3.example.com`. */
  url: string;
}

/** Timeout in ms of one attempt; a slower store counts as unavailable. */
const REQUEST_MS_MAX = 10_000;
const TRIES_MAX = 3;
const NOTHING = new Uint8Array(0);

/** The store refused or failed. The message contains its answer but no file name. */
export class StoreUnavailable extends Error {}

export class S3Files implements Files {
  constructor(
    private readonly bucket: BucketConfig,
    private readonly clock: Clock,
  ) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.send('PUT', name, bytes);
  }

  async get(name: string): Promise<Buffer | null> {
    return this.send('GET', name);
  }

  async remove(name: string): Promise<void> {
    await this.send('DELETE', name);
  }

  /** The body of the answer; null for a missing object. All three methods are idempotent. */
  private async send(method: UnsignedRequest['method'], name: string, body = NOTHING as Uint8Array) {
    const url = new URL(`${this.bucket.url.replace(/\/+$/, '')}/${requireFileName(name)}`);
    let lastError = '';
    for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
      const headers = signedHeaders({ method, url, body, at: this.clock() }, this.bucket);
      try {
        const signal = AbortSignal.timeout(REQUEST_MS_MAX);
        const response = await fetch(url, {
          method,
          headers,
          body: method === 'PUT' ? (body as Uint8Array<ArrayBuffer>) : undefined,
          signal,
          redirect: 'error',
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.ok) return bytes;
        if (response.status === 404 && method !== 'PUT') return null;
        lastError = `${response.status} ${errorCodeOf(bytes)}`;
        if (response.status < 500 && response.status !== 429) break;
      } catch (error) {
        lastError = (error as Error).name === 'TimeoutError' ? 'no answer in time' : (error as Error).message;
      }
    }
    throw new StoreUnavailable(`the store of files: ${method} ${lastError}`);
  }
}

/** The error code, such as `SignatureDoesNotMatch`; the rest of the answer repeats our request. */
function errorCodeOf(answer: Buffer): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(answer.toString('utf8', 0, 4_096))?.[1] ?? '';
}
