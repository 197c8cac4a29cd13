/** Files that are written as they are read: each user has so many at once, and who reads slowly is cut. */
import { Readable } from 'node:stream';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../../platform/config/config';
import { Refusal } from '../../../platform/errors/refusal';
import { Shares } from '../../../platform/http/requests/shares';
import { CONFIG } from '../../../platform/tokens';

/** A file of a usual size takes about so long. */
const EXPORT_RETRY_SECONDS = 2;
const CSV = 'text/csv; charset=utf-8';

@Injectable()
export class Exports {
  private readonly shares: Shares;
  private readonly msMax: number;

  constructor(@Inject(CONFIG) { limits }: Config) {
    this.shares = new Shares(limits.exportsPerUserMax, limits.exportsAtOnceMax);
    this.msMax = limits.exportSecondsMax * 1_000;
  }

  /** Refuses `request.too.many` and `system.busy` before anything is read, and `data.none` for a list that has a header alone. */
  async send(
    user: number,
    reply: FastifyReply,
    name: string,
    read: () => Promise<AsyncIterable<string>>,
    type: typeof CSV | 'application/octet-stream' = CSV,
  ): Promise<StreamableFile> {
    this.shares.take(user, reply.raw, EXPORT_RETRY_SECONDS);
    // Who reads slowly keeps a place: it is cut, so that nobody takes half a file for a whole one.
    const patience = setTimeout(() => reply.raw.destroy(), this.msMax);
    reply.raw.once('close', () => clearTimeout(patience));
    const parts = type === CSV ? await withLines(await read()) : await read();
    void reply.headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(Readable.from(parts, { objectMode: false }));
  }
}

/** The parts of a file, once its second has come: the first is the header. */
async function withLines(file: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const parts = file[Symbol.asyncIterator]();
  const [header, lines] = [await parts.next(), await parts.next()];
  if (header.done || lines.done) throw new Refusal('data.none');
  return joined([header.value, lines.value], parts);
}

async function* joined(first: readonly string[], rest: AsyncIterator<string>): AsyncIterable<string> {
  try {
    yield* first;
    for (let part = await rest.next(); !part.done; part = await rest.next()) yield part.value;
  } finally {
    await rest.return?.();
  }
}
