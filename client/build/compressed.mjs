/** Writes `.br` and `.gz` beside every text file of the build, so the server compresses nothing per request. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;
/** Below this size headers outweigh the saving. */
const BYTES_MIN = 512;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Must be the last plugin, so that it also compresses files other plugins write at the end. */
export function compressed() {
  let folder;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler(error) {
        if (error) return;
        const names = await readdir(folder, { recursive: true });
        await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(path.join(folder, name))));
      },
    },
  };
}

async function compress(file) {
  const content = await readFile(file);
  if (content.length < BYTES_MIN) return;
  const [brotli, gzipped] = await Promise.all([
    toBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    toGzip(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
