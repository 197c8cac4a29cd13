/** Directory of the programs that check our signatures without our code. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** In the root of the package, whether this runs as it is written or as it is built. */
export function verifierProgramsDirectory(): string {
  const [written, built] = ['../../docs', '../../../docs'].map((way) => path.resolve(__dirname, way));
  return existsSync(written) ? written : built;
}
