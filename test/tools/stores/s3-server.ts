/**
 * An S3-compatible store for tests: one bucket in memory. It checks signatures by the specification and independently
 * of our signer: any set of signed headers, the body's hash, the request's age.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const AGE_MS_MAX = 15 * 60_000;

export interface S3Credentials {
  accessKey: string;
  secretKey: string;
  region: string;
}

export interface S3Server {
  /** URL of the bucket. */
  url: string;
  objects: Map<string, Buffer>;
  requests: string[];
  /** Faults that replace the next answers. */
  failures: (number | 'hang up')[];
  close(): Promise<void>;
}

const BUCKET = '/bucket/';

export async function startS3Server(credentials: S3Credentials, clock: () => number = Date.now): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const failures: S3Server['failures'] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url}`);
    const failure = failures.shift();
    if (failure === 'hang up') return void request.socket.destroy();
    if (failure !== undefined) return refuse(response, failure, 'SlowDown');
    const fault = faultOf({ method, url, headers, body }, credentials, clock());
    if (fault !== null) return refuse(response, 403, fault);
    if (!url.startsWith(BUCKET)) return refuse(response, 404, 'NoSuchBucket');
    const key = decodeURIComponent(url.slice(BUCKET.length));
    const known = objects.get(key);
    if (method === 'PUT') objects.set(key, body);
    else if (method === 'DELETE') objects.delete(key);
    else if (!known) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? known : undefined);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/bucket`, objects, requests, failures, close };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

interface SignedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** S3's error code for a wrong signature; null if it is valid. */
export function faultOf(
  { method, url, headers, body }: SignedRequest,
  { accessKey, secretKey, region }: S3Credentials,
  now: number,
): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, key, day, where, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'AccessDenied';
  if (key !== accessKey) return 'InvalidAccessKeyId';
  if (where !== region) return 'AuthorizationHeaderMalformed';
  const time = String(headers['x-amz-date']);
  if (!time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (Math.abs(epochOf(time) - now) > AGE_MS_MAX) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  // All x-amz headers and the host must be signed, or they could be changed on the way.
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !signed.includes(name))) return 'AccessDenied';
  const [path, query = ''] = url.split('?');
  const parameters = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const canonical = [
    method,
    path,
    parameters.sort().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  let derived: Buffer = Buffer.from(`AWS4${secretKey}`);
  for (const part of [day, region, 's3', 'aws4_request']) derived = mac(derived, part);
  const expected = mac(derived, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(Buffer.from(canonical))}`);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

function epochOf(time: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
