/** Decodes one BMP and ends. A thread of its own: the library works in one go, and what is malformed could keep it busy. */
import { parentPort, workerData } from 'node:worker_threads';
import { decode } from 'bmp-ts';

/** Bytes a pixel as the library lays them out: alpha, blue, green, red. */
const PIXEL_BYTES = 4;

const { data, width, height } = decode(Buffer.from(workerData as Uint8Array));
const rgb = new Uint8Array(width * height * 3);
for (let from = 0, to = 0; to < rgb.length; from += PIXEL_BYTES) {
  rgb[to++] = data[from + 3];
  rgb[to++] = data[from + 2];
  rgb[to++] = data[from + 1];
}
parentPort?.postMessage({ rgb, width, height }, [rgb.buffer]);
