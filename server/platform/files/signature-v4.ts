/** AWS Signature Version 4 of one request, as verified by S3-compatible stores. */
import { createHash, createHmac } from 'node:crypto';

export interface StoreCredentials {
  accessKey: string;
  secretKey: string;
  region: string;
}

export interface UnsignedRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Its path needs no escaping and it has no query. */
  url: URL;
  body: Uint8Array;
  /** Epoch milliseconds; stores reject times a quarter of an hour off. */
  at: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';

/** Headers that sign the request; the sender adds `host`. */
export function signedHeaders(
  { method, url, body, at }: UnsignedRequest,
  { accessKey, secretKey, region }: StoreCredentials,
): Record<string, string> {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const headers = { host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, url.pathname, '', lines.join(''), names, bodyHash].join('\n');
  const scope = `${day}/${region}/${SERVICE}/aws4_request`;
  const key = [day, region, SERVICE, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretKey}`));
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    authorization: `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
