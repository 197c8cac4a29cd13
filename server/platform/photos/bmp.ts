/**
 * Pixels of a BMP. The common uncompressed kinds are supported; others, which no camera or scanner writes, are
 * unreadable.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../journal/worker-file';

export interface Pixels {
  /** Three bytes per pixel. */
  rgb: Uint8Array;
  width: number;
  height: number;
}

const DECODE_MS_MAX = 10_000;
const HEADER_BYTES = 54;
/** Bits per pixel. */
const DEPTHS = [8, 16, 24, 32];
const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;

export function isBmp(bytes: Buffer): boolean {
  return bytes.length > HEADER_BYTES && bytes.toString('latin1', 0, 2) === 'BM';
}

/** Width and height; null for an unsupported kind or one with fewer bytes than pixels. */
export function bmpSize(bytes: Buffer): { width: number; height: number } | null {
  const width = bytes.readInt32LE(18);
  const height = Math.abs(bytes.readInt32LE(22));
  const bitsPerPixel = bytes.readUInt16LE(28);
  const compression = bytes.readUInt32LE(30);
  if (width <= 0 || height === 0 || !DEPTHS.includes(bitsPerPixel)) return null;
  if (compression !== UNCOMPRESSED && !(compression === BIT_FIELDS && (bitsPerPixel === 16 || bitsPerPixel === 32)))
    return null;
  // Uncompressed: every pixel needs bytes, so a small file cannot expand into a large picture.
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  return rowBytes * height > bytes.length ? null : { width, height };
}

/** Requires that `bmpSize` accepts the bytes. Null if they turn out malformed. */
export function bmpPixels(bytes: Buffer): Promise<Pixels | null> {
  return new Promise((resolve) => {
    const worker = new Worker(workerFile(path.join(__dirname, 'bmp.worker')), {
      workerData: bytes,
      // The library's warnings become refusals and are not logged.
      stderr: true,
    });
    const timer = setTimeout(() => end(null), DECODE_MS_MAX);
    const end = (pixels: Pixels | null): void => {
      clearTimeout(timer);
      resolve(pixels);
      void worker.terminate();
    };
    worker.once('message', end);
    worker.once('error', () => end(null));
    worker.once('exit', () => end(null));
  });
}
