/** Directory of the programs that check our signatures without our code. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** In the root of the package, whether this runs as it is written or as it is built. */
export function verifierProgramsDirectory(): string {
  const [sourceDirectory, builtDirectory] = ['../../docs', '../../../docs'].map((directory) =>
    path.resolve(__dirname, directory),
  );
  return existsSync(sourceDirectory) ? sourceDirectory : builtDirectory;
}
