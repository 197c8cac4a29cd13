/** Streams exports, with a limit of concurrent exports per user and a timeout for slow readers. */
import { Readable } from 'node:stream';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../../platform/config/config';
import { Refusal } from '../../../platform/errors/refusal';
import { ConcurrencyLimit } from '../../../platform/http/requests/concurrency-limit';
import { CONFIG } from '../../../platform/tokens';

/** Typical duration of an export. */
const EXPORT_RETRY_SECONDS = 2;
const CSV = 'text/csv; charset=utf-8';

@Injectable()
export class Exports {
  private readonly concurrency: ConcurrencyLimit;
  private readonly msMax: number;

  constructor(@Inject(CONFIG) { limits }: Config) {
    this.concurrency = new ConcurrencyLimit(limits.exportsPerUserMax, limits.exportsAtOnceMax);
    this.msMax = limits.exportSecondsMax * 1_000;
  }

  /** Refuses `request.too.many` and `system.busy` before anything is read, and `data.none` for a list without rows. */
  async send(
    user: number,
    reply: FastifyReply,
    name: string,
    read: () => Promise<AsyncIterable<string>>,
    type: typeof CSV | 'application/octet-stream' = CSV,
  ): Promise<StreamableFile> {
    this.concurrency.acquire(user, reply.raw, EXPORT_RETRY_SECONDS);
    // A slow reader occupies a place, so its connection is destroyed; a clean end would make a partial file look complete.
    const patience = setTimeout(() => reply.raw.destroy(), this.msMax);
    reply.raw.once('close', () => clearTimeout(patience));
    const chunks = type === CSV ? await requireRows(await read()) : await read();
    void reply.headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(Readable.from(chunks, { objectMode: false }));
  }
}

/** Returns the parts once the second one exists: the first is only the header. */
async function requireRows(file: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const chunks = file[Symbol.asyncIterator]();
  const [header, lines] = [await chunks.next(), await chunks.next()];
  if (header.done || lines.done) throw new Refusal('data.none');
  return joined([header.value, lines.value], chunks);
}

async function* joined(first: readonly string[], rest: AsyncIterator<string>): AsyncIterable<string> {
  try {
    yield* first;
    for (let chunk = await rest.next(); !chunk.done; chunk = await rest.next()) yield chunk.value;
  } finally {
    await rest.return?.();
  }
}
