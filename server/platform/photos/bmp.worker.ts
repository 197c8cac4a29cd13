/**
 * Decodes one BMP and ends. A separate thread, because the library is synchronous and malformed input could keep it
 * busy.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { decode } from 'bmp-ts';

/** Bytes per pixel in the library's order: alpha, blue, green, red. */
const PIXEL_BYTES = 4;

const { data, width, height } = decode(Buffer.from(workerData as Uint8Array));
const rgb = new Uint8Array(width * height * 3);
for (let from = 0, to = 0; to < rgb.length; from += PIXEL_BYTES) {
  rgb[to++] = data[from + 3];
  rgb[to++] = data[from + 2];
  rgb[to++] = data[from + 1];
}
parentPort?.postMessage({ rgb, width, height }, [rgb.buffer]);
