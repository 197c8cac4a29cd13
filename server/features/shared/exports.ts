/** Files that are written as they are read: each user has so many at once, and who reads slowly is cut. */
import { Readable } from 'node:stream';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config/config';
import { Shares } from '../../platform/http/shares';
import { CONFIG } from '../../platform/tokens';

/** A file of a usual size takes about so long. */
const EXPORT_RETRY_SECONDS = 2;

@Injectable()
export class Exports {
  private readonly shares: Shares;
  private readonly msMax: number;

  constructor(@Inject(CONFIG) { limits }: Config) {
    this.shares = new Shares(limits.exportsPerUserMax, limits.exportsAtOnceMax);
    this.msMax = limits.exportSecondsMax * 1_000;
  }

  /** Refuses `request.too.many` and `system.busy` before anything is read. */
  async send(
    user: number,
    reply: FastifyReply,
    name: string,
    read: () => Promise<AsyncIterable<string>>,
    type: 'text/csv; charset=utf-8' | 'application/octet-stream' = 'text/csv; charset=utf-8',
  ): Promise<StreamableFile> {
    this.shares.take(user, reply.raw, EXPORT_RETRY_SECONDS);
    // Who reads slowly keeps a place: it is cut, so that nobody takes half a file for a whole one.
    const patience = setTimeout(() => reply.raw.destroy(), this.msMax);
    reply.raw.once('close', () => clearTimeout(patience));
    const parts = await read();
    void reply.headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(Readable.from(parts, { objectMode: false }));
  }
}
