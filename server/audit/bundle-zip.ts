/** Writes a ZIP file by file, in the only form that `shared/proof/zip.ts` reads. */
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { BundledFile } from '../../shared/proof/bundle-form';
import {
  crc32,
  directoryOf,
  localHeader,
  ZIP_ENTRIES_MAX,
  ZIP_SIZE_MAX,
  type Method,
  type ZipEntry,
} from '../../shared/proof/zip';

import { TooLargeError } from './answer-errors';

export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

export class ZipWriter {
  private readonly entries: ZipEntry[] = [];
  private offset = 0;

  constructor(private readonly write: WriteBytes) {}

  /** Throws if the bundle would exceed the maximum of this ZIP form. */
  async add(name: string, text: string, method: Method = 8): Promise<BundledFile> {
    const content = Buffer.from(text);
    const packed = method === 0 ? content : deflateRawSync(content);
    const entryDetails = { name, method, crc: crc32(content), packedSize: packed.length, size: content.length };
    const header = localHeader(entryDetails);
    const end = this.offset + header.length + packed.length;
    if (end > ZIP_SIZE_MAX - (1 << 24) || this.entries.length + 1 >= ZIP_ENTRIES_MAX)
      throw new TooLargeError('it is more than one bundle can hold: ask for a shorter time');
    this.entries.push({ ...entryDetails, offset: this.offset });
    await this.write(header);
    await this.write(packed);
    this.offset = end;
    return { name, size: content.length, sha256: sha256Of(content), packed: sha256Of(packed) };
  }

  async end(): Promise<void> {
    await this.write(directoryOf(this.entries, this.offset));
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
